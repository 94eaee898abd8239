// A server of our own, which ends with this process.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const LOG_CHARACTERS = 5000;

/** Answers its address and a function that ends it. */
export async function startOwnServer() {
  const flags = { data: ":memory:", port: "0", threads: "1", security: "off", "log-level": "error" };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [join(root, "dist/server/main.js"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Refusals with 500 are told here, too; what it told last is of use when it ends by itself.
  let log = "";
  child.stderr.on("data", (piece) => (log = (log + piece).slice(-LOG_CHARACTERS)));
  process.on("exit", () => child.kill("SIGKILL"));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  let isAsked = false;
  void gone.then(() => isAsked || console.error(`the server ended by itself:\n${log}`));
  const url = await new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (piece) => {
      const found = /on (http:\/\/\S+) .*\n/.exec((output += piece));
      if (found) resolve(found[1]);
    });
    void gone.then((code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  return {
    url,
    stop() {
      isAsked = true;
      child.kill("SIGTERM");
      return gone;
    },
  };
}
