/** Asks for name and password; also over a page whose session ended, which stays as it is behind it. */
import { useSignal } from "@preact/signals";
import { reachable } from "../core/api.ts";
import { locked, me, open, signIn } from "../core/session.ts";
import { Mark } from "./mark.tsx";

export function Login({ again = false }: { again?: boolean }) {
  const fault = useSignal("");
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    busy.value = true;
    fault.value = "";
    fault.value = (await signIn(String(data.get("username")), String(data.get("password")))) ?? "";
    busy.value = false;
  };
  if (!reachable.value && !again) return <Unreachable />;
  return (
    <main class="login">
      <form onSubmit={(event) => void submit(event)} aria-label="Sign in">
        <h1>
          <Mark /> Wardex
        </h1>
        {again && (
          <p role="status">
            {locked.value ? "You were away, so your session has ended." : "Your session has ended."} Sign in to go on
            where you were; nothing is lost.
          </p>
        )}
        <label class="field">
          <span>User name</span>
          <input
            name="username"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            autofocus={!again}
            defaultValue={again ? me.value?.username : undefined}
            required
          />
        </label>
        <label class="field">
          <span>Password</span>
          <input name="password" type="password" autocomplete="current-password" autofocus={again} required />
        </label>
        {fault.value && (
          <p role="alert" class="error">
            {fault}
          </p>
        )}
        <button class="primary" disabled={busy}>
          {busy.value ? "Signing in…" : "Sign in"}
        </button>
        <p class="hint">The first start of the server printed the administrator's name and password, once.</p>
      </form>
    </main>
  );
}

export function Unreachable() {
  return (
    <main class="login">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <h1>
          <Mark /> Wardex
        </h1>
        <p role="alert">The server does not answer.</p>
        <button class="primary">Try again</button>
      </form>
    </main>
  );
}
