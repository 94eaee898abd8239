// A server of its own for the requests, watched from outside.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PASSWORD, TOKEN } from "./requests.mjs";
import { setUp } from "./seeds.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const READY_MS = 60_000;

const children = new Set();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

export class FuzzedServer {
  /** What ended it, when it ended by itself. */
  ended;
  log = "";
  #child;
  #url = "";
  #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  static async start(secured) {
    const server = new FuzzedServer();
    await server.#start(secured);
    await server.setUp();
    return server;
  }

  async #start(secured) {
    const args = [
      "--data",
      ":memory:",
      "--port",
      "0",
      "--threads",
      "1",
      "--security",
      secured ? "on" : "off",
      "--log-level",
      "error",
    ];
    const env = { ...process.env, WARDEX_ADMIN_TOKEN: TOKEN, WARDEX_ADMIN_PASSWORD: PASSWORD };
    this.#child = spawn(process.execPath, [join(root, "dist/server/main.js"), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env,
    });
    children.add(this.#child);
    this.#child.stderr.on("data", (piece) => (this.log = (this.log + piece).slice(-20_000)));
    this.gone = new Promise((resolve) =>
      this.#child.once("exit", (code, signal) => {
        children.delete(this.#child);
        this.ended = code ?? signal;
        resolve(this.ended);
      }),
    );
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the server does not listen:\n${this.log}`)), READY_MS);
      void this.gone.then(() => reject(new Error(`the server did not start:\n${this.log}`)));
      let output = "";
      this.#child.stdout.on("data", (piece) => {
        const found = /on (http:\/\/\S+) .*\n/.exec((output += piece));
        if (!found) return;
        this.#url = found[1];
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Brings back what requests deleted; answers whether the administrator may still do so. */
  async setUp() {
    for (const [method, path, body] of setUp) {
      const headers = { "content-type": "application/json", authorization: `Bearer ${TOKEN}` };
      const { status } = await this.send(
        { method, path, headers, body: Buffer.from(JSON.stringify(body)).toString("base64") },
        60_000,
      );
      if (status === 401 || status === 403) return false;
    }
    return true;
  }

  /** Sends a request; `status` 0: no answer (`text` says why). */
  send({ method, path, headers, body }, limitMs) {
    const startedMs = performance.now();
    return new Promise((resolve) => {
      const done = (status, text) => resolve({ status, text, ms: Math.round(performance.now() - startedMs) });
      let sent;
      try {
        const bytes = body === undefined ? undefined : Buffer.from(body, "base64");
        sent = request(
          this.#url,
          {
            method,
            path,
            headers: { ...headers, ...(bytes ? { "content-length": bytes.length } : {}) },
            agent: this.#agent,
          },
          (answer) => {
            const pieces = [];
            answer.on("data", (piece) => pieces.push(piece));
            answer.on("end", () => done(answer.statusCode, Buffer.concat(pieces).toString().slice(0, 2000)));
            answer.on("error", (error) => done(0, error.message));
          },
        );
        sent.setTimeout(limitMs, () => {
          done(0, `no answer in ${limitMs} ms`);
          sent.destroy();
        });
        sent.on("error", (error) => done(0, error.code ?? error.message));
        sent.end(bytes);
      } catch (error) {
        // What this client cannot send is not sent.
        done(-1, error.message);
      }
    });
  }

  /** Resident memory in MB; 0 where the platform does not tell. */
  get residentMb() {
    try {
      return Math.round(
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
      );
    } catch {
      return 0;
    }
  }

  /** Ends it; answers its exit code. */
  async stop() {
    this.#agent.destroy();
    this.#child.kill("SIGTERM");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 30_000);
    const code = await this.gone;
    clearTimeout(timer);
    return code;
  }
}
