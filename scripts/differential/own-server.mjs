// A server of our own, which ends with this process.
import { spawnServer } from "../server-process.mjs";

const LOG_CHARACTERS = 5000;

/** Answers its address and a function that ends it. */
export async function startOwnServer() {
  const server = spawnServer({ flags: { threads: "1", "log-level": "error" } });
  let isAsked = false;
  // Refusals with 500 are told here, too; what it told last is of use when it ends by itself.
  void server.gone.then(
    () => isAsked || console.error(`the server ended by itself:\n${server.log.slice(-LOG_CHARACTERS)}`),
  );
  const { url } = await server.listening;
  return {
    url,
    stop() {
      isAsked = true;
      return server.stop();
    },
  };
}
