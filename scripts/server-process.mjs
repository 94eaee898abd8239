// A built server as a process of its own. It ends with the script that started it.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const READY_MS = 60_000;

const children = new Set();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/**
 * Starts a server on a free port, in memory, without security, unless `flags` (by their names) say otherwise. `tree`:
 * another folder of sources, built. Answers at once: `listening` resolves to the server when it answers at `url`, and
 * rejects when it ends before.
 */
export function spawnServer({ tree = root, flags = {}, env = {}, program = "main.js", name = "the server" } = {}) {
  const all = { data: ":memory:", port: "0", security: "off", ...flags };
  const args = Object.entries(all).flatMap(([flag, value]) => [`--${flag}`, value]);
  const child = spawn(process.execPath, [join(tree, "dist/server", program), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  children.add(child);
  const server = {
    child,
    url: "",
    /** What it says of its start. */
    readyMs: 0,
    /** What it wrote to its standard error. */
    log: "",
    gone: new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal))),
    /** Ends it in order; answers its exit code. */
    stop() {
      child.kill("SIGTERM");
      return server.gone;
    },
  };
  void server.gone.then(() => children.delete(child));
  child.stderr.on("data", (piece) => (server.log += piece));
  let output = "";
  server.listening = new Promise((resolve, reject) => {
    const fail = (what) => reject(new Error(`${name} ${what}:\n${output}${server.log}`));
    const timer = setTimeout(() => fail(`is not ready after ${READY_MS} ms`), READY_MS);
    void server.gone.then((code) => {
      clearTimeout(timer);
      fail(`ended with ${code} before it listened`);
    });
    child.stdout.on("data", (piece) => {
      const found = /on (https?:\/\/\S+) (?:.*ready in (\d+) ms)?.*\n/.exec((output += piece));
      if (!found || server.url !== "") return;
      clearTimeout(timer);
      [server.url, server.readyMs] = [found[1], Number(found[2] ?? 0)];
      resolve(server);
    });
  });
  return server;
}
