import { useEffect } from "preact/hooks";
import { PersonRole } from "../../generated/studio/v1/console_pb.ts";
import { useStore } from "../state/hooks.ts";
import { useAlarm } from "../state/alarm.ts";
import { texts } from "../text/index.ts";
import { Desk } from "./desk.tsx";
import { Lost } from "./lost.tsx";
import { Notices } from "./notices.tsx";
import { SignIn } from "./sign_in.tsx";
import { TableScreen } from "./table_screen.tsx";

export function App() {
  const state = useStore();
  const text = texts(state.language);
  useAlarm(state);
  useEffect(() => {
    document.documentElement.lang = state.language;
  }, [state.language]);
  if (state.connection === "signed_out") return <SignIn text={text} />;
  const atTable = state.chosen !== "" && state.tables.has(state.chosen);
  return (
    <>
      {state.person && (atTable ? <TableScreen state={state} text={text} /> : <Desk state={state} text={text} choosing={state.person.role === PersonRole.DEALER} />)}
      <Notices state={state} />
      {state.connection === "lost" && <Lost text={text} />}
    </>
  );
}
