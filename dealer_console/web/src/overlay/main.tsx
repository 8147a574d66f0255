// The overlay of one table: a transparent page for a video mixer's browser source, /overlay/TABLE?key=...&lang=th&notice=60
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

const NOTICE = 60; // s that a fault may take, unless the page's address says otherwise
const notice = Number(query.get("notice") ?? NOTICE);
const promised = (notice >= 0 && notice <= 3600 ? notice : NOTICE) * 1000;

follow(table, query.get("key") ?? "", (seen) => render(<Overlay {...seen} promised={promised} text={text} />, document.getElementById("overlay")!));
