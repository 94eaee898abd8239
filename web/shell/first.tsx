/** Where the link of the first start leads: a password of one's own, and in. */
import { useSignal } from "@preact/signals";
import { call } from "../core/api.ts";
import { replacePlace } from "../core/router.ts";
import { enter, type Me } from "../core/session.ts";
import { Mark } from "./mark.tsx";

export function First({ token }: { token: string }) {
  const fault = useSignal("");
  const busy = useSignal(false);
  const dead = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget as HTMLFormElement).get("password"));
    busy.value = true;
    fault.value = "";
    const answer = await call<{ user: Me }>(
      "POST",
      "/api/v2beta/auth/recovery/",
      { token, password },
      { anonymous: true },
    );
    busy.value = false;
    if (answer.ok) {
      // The key works no more, and stands in no history.
      await enter(answer.body.user);
      replacePlace(["overview"]);
    } else {
      dead.value = answer.status === 404;
      fault.value = answer.fault?.fields?.["password"] ?? answer.fault?.reason ?? "The server said no.";
    }
  };
  return (
    <main class="login">
      <form onSubmit={(event) => void submit(event)} aria-label="Set a password">
        <h1>
          <Mark /> Wardex
        </h1>
        <p>Choose the password that you will sign in with.</p>
        <label class="field">
          <span>New password</span>
          <input name="password" type="password" autocomplete="new-password" autofocus required />
        </label>
        {fault.value && (
          <p role="alert" class="error">
            {fault}
          </p>
        )}
        {dead.value ? (
          <a class="button" href="#/overview">
            Sign in with a password
          </a>
        ) : (
          <button class="primary" disabled={busy}>
            {busy.value ? "Setting it…" : "Set it and sign in"}
          </button>
        )}
        <p class="hint">The link works once, for a day.</p>
      </form>
    </main>
  );
}
