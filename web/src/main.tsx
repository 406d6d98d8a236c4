import { render } from "preact";
import { App } from "./app.tsx";
import { createEngine } from "./engine/index.ts";
import "./app.css";

const root = document.getElementById("page");
if (root) render(<App engine={createEngine()} />, root);
