// The overlay of one table: a transparent page for a video mixer's browser source, /overlay/TABLE?key=...&lang=th
import "@fontsource-variable/inter/wght.css";
import "./overlay.css";
import { render } from "preact";
import { LANGUAGES, texts, type Language } from "../text/index.ts";
import { follow } from "./follow.ts";
import { Overlay } from "./overlay.tsx";

const query = new URLSearchParams(location.search);
const table = location.pathname.split("/").at(-1) ?? "";
const language = (query.get("lang") ?? "en") as Language;
const text = texts(language in LANGUAGES ? language : "en");
document.documentElement.lang = language;

follow(table, query.get("key") ?? "", (seen) => render(<Overlay {...seen} text={text} />, document.getElementById("overlay")!));
