import { render } from "preact";
import { App } from "./app.tsx";
import { createEngine } from "./engine/index.ts";
import { workOffline } from "./offline/register.ts";
import { Boundary } from "./parts/boundary.tsx";
import "./app.css";
import "./touch.css";

const engine = createEngine();
const root = document.getElementById("page");
const page = (
  <Boundary>
    <App engine={engine} />
  </Boundary>
);
if (root) render(page, root);
if (engine.host === "worker") workOffline();
