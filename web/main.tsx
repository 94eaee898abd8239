/** The console: who is here, then the shell or the question for a password. */
import "./style/base.css";
import "./style/shell.css";
import "./style/views.css";
import { render } from "preact";
import { App } from "./shell/app.tsx";
import { watchRest } from "./core/idle.ts";
import { hasCookie, me, open } from "./core/session.ts";

document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile }) =>
  console.error(`refused by the content security policy: ${violatedDirective} ${sourceFile}`),
);

// The page is asked for again on the way back, so that nothing of a session that has ended is shown.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && me.peek() && !hasCookie()) location.reload();
});

const box = document.querySelector("#app");
if (box) render(<App />, box);
watchRest();
void open();
