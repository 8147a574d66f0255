import type { State } from "../state/store.ts";
import { Icon } from "./icons.tsx";

export function Notices({ state }: { state: State }) {
  return (
    <div class="notices" role="status" aria-live="polite">
      {state.notices.map((notice) => (
        <p key={notice.id} class={`notice ${notice.tone}`}>
          <Icon name={notice.tone === "good" ? "check" : "warning"} /> {notice.text}
        </p>
      ))}
    </div>
  );
}
