// A short sound when a fault or a question is new; a supervisor looks at other things as well.
import { useEffect, useRef } from "preact/hooks";
import { PersonRole } from "../../generated/studio/v1/console_pb.ts";
import type { State } from "./store.ts";

function ring(context: AudioContext): void {
  for (const [at, pitch] of [[0, 880], [0.16, 1320]]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.18, context.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + 0.14);
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.15);
  }
}

export function useAlarm(state: State): void {
  const known = useRef(new Set<string>());
  const context = useRef<AudioContext>();
  const listens = state.person?.role === PersonRole.SUPERVISOR || state.person?.role === PersonRole.MANAGER;
  const now = new Set([
    ...[...state.tables.values()].flatMap((news) => news.openFaults.map((fault) => `${news.tableId} ${fault.code} ${fault.slot} ${fault.raisedAtNs}`)),
    ...state.approvals.map((approval) => `approval ${approval.id}`),
  ]);
  useEffect(() => {
    const fresh = [...now].some((one) => !known.current.has(one));
    known.current = now;
    if (!fresh || !listens || !state.sound) return;
    context.current ??= new AudioContext();
    ring(context.current);
  });
}
