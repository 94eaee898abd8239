/** Which of the whole pages is shown: the question for a password, the first password, or the shell. */
import { place } from "../core/router.ts";
import { expired, me } from "../core/session.ts";
import { Loading } from "../parts/states.tsx";
import { First } from "./first.tsx";
import { Login } from "./login.tsx";
import { Shell } from "./shell.tsx";

export function App() {
  const [section, token] = place.value.parts;
  if (section === "first" && token !== undefined) return <First token={token} />;
  if (me.value === undefined) return <Loading />;
  if (me.value === null) return <Login />;
  return (
    <>
      <div class="under" inert={expired.value}>
        <Shell />
      </div>
      {expired.value && (
        <div class="over">
          <Login again />
        </div>
      )}
    </>
  );
}
