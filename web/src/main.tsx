import { render } from "preact";
import { App } from "./app.tsx";
import { createEngine } from "./engine/index.ts";
import { workOffline } from "./offline/register.ts";
import "./app.css";

const engine = createEngine();
const root = document.getElementById("page");
if (root) render(<App engine={engine} />, root);
if (engine.host === "worker") workOffline();
