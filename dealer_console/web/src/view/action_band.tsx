// The big line: what is to be done next, and the one button that does it.
import { PersonRole, type TableNews } from "../../generated/studio/v1/console_pb.ts";
import type { Primary } from "../model/table.ts";
import { isPaused, primaryOf, secondaryOf } from "../model/table.ts";
import { command } from "../state/actions.ts";
import { store, type State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";
import { Icon, type IconName } from "./icons.tsx";
import { bigLine, smallLine } from "./prompt.ts";
import { Ring } from "./ring.tsx";

export function watchesOnly(state: State): boolean {
  return state.person?.role === PersonRole.AUDITOR;
}

export function isDealer(state: State): boolean {
  return state.person?.role === PersonRole.DEALER;
}

const NOTHING = {} as never; // a command without fields

/** What Enter does. */
export function press(what: Primary): void {
  switch (what) {
    case "open":
      return void command({ case: "openTable", value: { $typeName: "studio.v1.OpenTable", dealer: isDealer(store.state) ? store.state.person!.name : "" } });
    case "start_shoe":
      return void command({ case: "startShoe", value: NOTHING });
    case "start_round":
      return void command({ case: "startRound", value: NOTHING });
    case "confirm":
      return void command({ case: "confirmResult", value: NOTHING });
    case "resume":
      if (isDealer(store.state)) return store.set({ dialog: { kind: "resume" } });
      return void command({ case: "resumeTable", value: NOTHING });
    case "fault":
      return store.set({ dialog: { kind: "fault" } });
    default:
      return undefined;
  }
}

const SIGNS: Partial<Record<Primary, IconName>> = { resume: "play", fault: "warning", confirm: "check", start_round: "play" };

function label(text: Texts, what: Primary): string {
  return what === "physical" || what === "wait" ? "" : text.buttons[what];
}

/** What the one button does now. */
export function buttonOf(news: TableNews): Primary {
  const primary = primaryOf(news);
  return primary === "physical" ? (secondaryOf(news) ?? "wait") : primary;
}

export function ActionBand({ state, news, settled, text }: { state: State; news: TableNews; settled: boolean; text: Texts }) {
  const primary = primaryOf(news);
  const tone = primary === "fault" ? "fault" : isPaused(news) ? "paused" : primary === "wait" ? "calm" : "act";
  const button = buttonOf(news);
  const quiet = watchesOnly(state);
  const sign = SIGNS[button];
  return (
    <section class={`band ${tone}`} aria-live="polite">
      <Ring news={news} text={text} />
      <div class="lines">
        <h1 data-testid="big-line">{bigLine(text, news)}</h1>
        <p>{smallLine(text, news)}</p>
      </div>
      {!quiet && label(text, button) !== "" ? (
        <button type="button" class={`go ${primary === "physical" ? "second" : ""} ${settled ? "" : "settling"}`} disabled={state.busy || !settled} onClick={() => press(button)} data-testid="go">
          {sign && <Icon name={sign} />}
          {label(text, button)}
          <kbd>{text.keys.enter}</kbd>
        </button>
      ) : (
        <div class="by-hand">{primary === "physical" && <><Icon name="hand" /> {text.prompt.by_hand}</>}</div>
      )}
    </section>
  );
}
