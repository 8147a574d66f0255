// One table: the dealer's screen, and the supervisor's view of the same.
import { FeedHealth, PersonRole, type TableNews } from "../../generated/studio/v1/console_pb.ts";
import { Act } from "../../generated/studio/v1/types_pb.ts";
import { useEffect } from "preact/hooks";
import { pointsOf } from "../model/drill.ts";
import { acts, decisionsOf, isOpen, isPaused, lightsOf, litSlots, roundIsThere } from "../model/table.ts";
import { askApproval, command } from "../state/actions.ts";
import { useKeys, useSettled } from "../state/hooks.ts";
import { store, type State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";
import { ActionBand, buttonOf, isDealer, press, watchesOnly } from "./action_band.tsx";
import { Deciding } from "./deciding.tsx";
import { CloseDialog } from "./dialogs/close_table.tsx";
import { CorrectDialog } from "./dialogs/correct.tsx";
import { closeDialog } from "./dialogs/dialog.tsx";
import { DoubtDialog, rescan } from "./dialogs/doubt.tsx";
import { DrillDialog } from "./dialogs/drill.tsx";
import { FaultDialog } from "./dialogs/fault.tsx";
import { MistakeDialog } from "./dialogs/mistake.tsx";
import { ResumeDialog } from "./dialogs/resume.tsx";
import { VoidDialog } from "./dialogs/void.tsx";
import { Felt } from "./felt.tsx";
import { Icon } from "./icons.tsx";
import { Silent } from "./lost.tsx";
import { Side } from "./side.tsx";
import { HealthLight, TopBar } from "./top_bar.tsx";

function Head({ state, text }: { state: State; text: Texts }) {
  const news = state.tables.get(state.chosen)!;
  const view = news.status?.view;
  const lights = lightsOf(news);
  const mayLeave = state.person?.role !== PersonRole.DEALER || state.tables.size > 1;
  return (
    <TopBar state={state} text={text}>
      {mayLeave && (
        <button type="button" class="square" aria-label={text.buttons.tables} onClick={() => store.set({ chosen: "", dialog: { kind: "none" } })}>
          <Icon name="back" />
        </button>
      )}
      <b class="table-name">{news.tableId}</b>
      <span>{text.games[news.game] ?? news.game}</span>
      <span class="fact">
        <i>{text.table.round}</i> {view?.roundId || "–"}
      </span>
      <span class="fact">
        <i>{text.table.dealer}</i> {view?.dealer || "–"}
      </span>
      {state.drill && (
        <button type="button" class="drill" onClick={() => store.set({ dialog: { kind: state.dialog.kind === "drill" ? "none" : "drill" } })} data-testid="drill">
          {text.drill.title} <b>{text.drill.score(pointsOf(state.scores.get(news.tableId), view?.dealer))}</b>
        </button>
      )}
      <span class="lights">
        <HealthLight light={lights.camera} label={text.table.camera} />
        <HealthLight light={lights.reading} label={text.table.reading} />
        <HealthLight light={lights.studio} label={text.table.studio} />
      </span>
    </TopBar>
  );
}

function Row({ state, pauses, text }: { state: State; pauses: boolean; text: Texts }) {
  const news = state.tables.get(state.chosen)!;
  const paused = isPaused(news);
  const pause = () => pauseOrResume(state);
  const call = async () => {
    if (await askApproval({ case: "status", value: {} as never })) store.notice("good", text.notice.called);
  };
  return (
    <nav class="row">
      <button type="button" class={`pause ${paused ? "paused" : ""} ${pauses && !state.busy ? "" : "settling"}`} disabled={!isOpen(news) || !pauses || !mayGoOn(news) || state.busy} onClick={pause} data-testid="pause">
        <Icon name={paused ? "play" : "pause"} />
        <span>{paused ? text.buttons.resume : text.buttons.pause}</span>
        <kbd>{text.keys.pause}</kbd>
      </button>
      <button type="button" disabled={!isOpen(news)} aria-pressed={state.dialog.kind === "mistake"} onClick={() => toggle(state, "mistake")} data-testid="mistake">
        <Icon name="warning" />
        <span>{text.buttons.mistake}</span>
        <kbd>{text.keys.mistake}</kbd>
      </button>
      <button type="button" disabled={slotToScan(news) === ""} onClick={() => void rescan(text, slotToScan(news))} data-testid="rescan">
        <Icon name="scan" />
        <span>{text.buttons.rescan}</span>
        <kbd>{text.keys.rescan}</kbd>
      </button>
      {isDealer(state) && (
        <button type="button" onClick={() => void call()}>
          <Icon name="call" />
          <span>{text.buttons.supervisor}</span>
        </button>
      )}
      {!isDealer(state) && (
        <button type="button" disabled={!roundIsThere(news)} aria-pressed={state.dialog.kind === "correct"} onClick={() => toggle(state, "correct")} data-testid="correct-card">
          {text.buttons.correct}
        </button>
      )}
      <span class="gap" />
      {roundIsThere(news) ? (
        <button type="button" class="danger" aria-pressed={state.dialog.kind === "void"} onClick={() => toggle(state, "void")} data-testid="void">
          {text.buttons.void}
        </button>
      ) : (
        <button type="button" class="quiet" disabled={!isOpen(news)} onClick={() => toggle(state, "close")} data-testid="close-table">
          {text.buttons.close}
        </button>
      )}
    </nav>
  );
}

function toggle(state: State, kind: "mistake" | "void" | "correct" | "close"): void {
  store.set({ dialog: state.dialog.kind === kind ? { kind: "none" } : { kind } });
}

/** What "look again" means now: the card in doubt, the fault's place, or the card that is to be turned. */
function slotToScan(news: TableNews): string {
  const doubt = news.status?.doubts[0]?.slot;
  const fault = news.status?.faults.find((one) => one.slot)?.slot;
  const turned = acts(news).find((act) => act.act === Act.TURN_CARD && act.slot && litSlots(news).has(act.slot))?.slot;
  return doubt ?? fault ?? turned ?? "";
}

/** A paused table waits for the end of its fault first. */
function mayGoOn(news: TableNews): boolean {
  return !isPaused(news) || acts(news).some((one) => one.act === Act.RESUME);
}

/** The one place of pause: a touch pauses; once paused, the same place goes on. */
function pauseOrResume(state: State): void {
  const news = state.tables.get(state.chosen);
  if (!news || !isOpen(news) || watchesOnly(state) || !mayGoOn(news)) return;
  if (isPaused(news)) return press("resume");
  void command({ case: "pauseTable", value: { $typeName: "studio.v1.PauseTable", reason: isDealer(state) ? "dealer" : "supervisor" } });
}

export function TableScreen({ state, text }: { state: State; text: Texts }) {
  const news = state.tables.get(state.chosen)!;
  const { dialog } = state;
  const open = dialog.kind !== "none";
  // A card in doubt asks by itself; closed once, the question of that card waits behind "re-scan".
  const doubt = news.status?.doubts[0]?.slot ?? "";
  useEffect(() => {
    if (doubt !== "" && !watchesOnly(state) && store.state.dialog.kind === "none") store.set({ dialog: { kind: "doubt", slot: doubt } });
  }, [doubt]);
  const button = buttonOf(news);
  const settled = useSettled(button);
  const pauses = useSettled(String(isPaused(news)));
  useKeys({
    KeyP: pauses ? () => pauseOrResume(state) : undefined,
    Enter: open || watchesOnly(state) || !settled ? undefined : () => press(button),
    KeyM: !isOpen(news) || watchesOnly(state) ? undefined : () => toggle(state, "mistake"),
    KeyR: dialog.kind === "doubt" || slotToScan(news) === "" || watchesOnly(state) ? undefined : () => void rescan(text, slotToScan(news)),
    Escape: open ? closeDialog : undefined,
  });
  return (
    <div class="screen">
      <Head state={state} text={text} />
      <ActionBand state={state} news={news} settled={settled} text={text} />
      <main class="middle">
        <Felt news={news} text={text} />
        {decisionsOf(news).length > 0 ? (
          <Deciding news={news} listens={!open && !watchesOnly(state)} busy={state.busy} text={text} />
        ) : (
          <Side news={news} rounds={state.rounds.get(news.tableId) ?? []} text={text} />
        )}
        {dialog.kind === "resume" && isPaused(news) && <ResumeDialog text={text} />}
        {dialog.kind === "mistake" && isOpen(news) && <MistakeDialog news={news} text={text} />}
        {dialog.kind === "fault" && <FaultDialog state={state} news={news} text={text} />}
        {dialog.kind === "doubt" && <DoubtDialog key={dialog.slot} state={state} news={news} slot={dialog.slot} text={text} />}
        {dialog.kind === "void" && roundIsThere(news) && <VoidDialog state={state} news={news} text={text} />}
        {dialog.kind === "correct" && <CorrectDialog state={state} news={news} text={text} />}
        {dialog.kind === "drill" && <DrillDialog score={state.scores.get(news.tableId)} news={news} text={text} />}
        {dialog.kind === "close" && isOpen(news) && <CloseDialog text={text} />}
        {news.feed === FeedHealth.SUSPENDED && <Silent text={text} />}
      </main>
      {!watchesOnly(state) && <Row state={state} pauses={pauses} text={text} />}
    </div>
  );
}
