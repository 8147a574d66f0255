import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { store, type State } from "./store.ts";

/** The state, and a new drawing whenever it changes. */
export function useStore(): State {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawn = store.state;
  useLayoutEffect(() => {
    const stop = store.listen(() => redraw(undefined as never));
    if (store.state !== drawn) redraw(undefined as never); // it changed between drawing and listening
    return stop;
  }, []);
  return store.state;
}

/** The gateway's time, drawn anew every `every` ms. */
export function useNow(every: number): number {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => redraw(undefined as never), every);
    return () => clearInterval(timer);
  }, [every]);
  return store.now();
}

/** Keys by their place on the keyboard, so that they work in every language; none while somebody writes. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  const now = useRef(keys);
  useLayoutEffect(() => {
    now.current = keys; // those of the last drawing
  });
  // At once, not after the next picture: a key that follows quickly is for what is drawn now.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const writing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || (writing && event.code !== "Escape")) return;
      const code = event.code.replace(/^(Digit|Numpad)(\d)$/, "$2").replace("NumpadEnter", "Enter");
      // Enter on a button is that button's.
      if (code === "Enter" && event.target instanceof HTMLButtonElement) return;
      const act = now.current[code];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const SETTLES = 400; // ms; the second tap of a double tap comes within some 300

/** Whether a button has meant the same for long enough: a second tap, or that of another person, was for what it meant before. */
export function useSettled(meaning: string): boolean {
  const [settled, setSettled] = useState(meaning);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(meaning), SETTLES);
    return () => clearTimeout(timer);
  }, [meaning]);
  return settled === meaning;
}
