// A server of its own for the requests, watched from outside.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { spawnServer } from "../server-process.mjs";
import { PASSWORD, TOKEN } from "./requests.mjs";
import { setUp } from "./seeds.mjs";

const LOG_CHARACTERS = 20_000;

export class FuzzedServer {
  /** What ended it, when it ended by itself. */
  ended;
  #server;
  #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  /** What it wrote last to its standard error. */
  get log() {
    return this.#server.log.slice(-LOG_CHARACTERS);
  }

  static async start(secured) {
    const server = new FuzzedServer();
    await server.#start(secured);
    await server.setUp();
    return server;
  }

  async #start(secured) {
    const flags = { threads: "1", security: secured ? "on" : "off", "log-level": "error" };
    this.#server = spawnServer({ flags, env: { WARDEX_ADMIN_TOKEN: TOKEN, WARDEX_ADMIN_PASSWORD: PASSWORD } });
    this.gone = this.#server.gone.then((code) => (this.ended = code));
    await this.#server.listening;
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
          this.#server.url,
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
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#server.child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
      );
    } catch {
      return 0;
    }
  }

  /** Ends it; answers its exit code. */
  async stop() {
    this.#agent.destroy();
    const timer = setTimeout(() => this.#server.child.kill("SIGKILL"), 30_000);
    const code = await this.#server.stop();
    clearTimeout(timer);
    return code;
  }
}
