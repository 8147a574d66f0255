import "@fontsource-variable/inter/wght.css";
import "./style.css";
import { render } from "preact";
import { link } from "./state/link.ts";
import { App } from "./view/app.tsx";

render(<App />, document.getElementById("app")!);
void link.start();
