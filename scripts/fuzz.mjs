// Sends mutated requests of all documented operations to a server of its own: none may be answered 5xx (but 503 and
// 429, which limits answer), end the process, hold it up or fill its memory. Failures are kept in a file, one in a
// line, and can be sent again.
//   npm run fuzz -- --requests 200000 [--seed 1] [--security off|on|both] [--from 0] [--failures fuzz-failures.jsonl]
//   npm run fuzz -- --replay fuzz-failures.jsonl
import { appendFileSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { requestOf } from "./fuzz/requests.mjs";
import { FuzzedServer } from "./fuzz/server.mjs";

const { values: options } = parseArgs({
  options: {
    requests: { type: "string", default: "200000" },
    seed: { type: "string" },
    security: { type: "string", default: "both" },
    from: { type: "string", default: "0" },
    failures: { type: "string", default: "fuzz-failures.jsonl" },
    replay: { type: "string" },
    "stall-ms": { type: "string", default: "2000" },
    "answer-ms": { type: "string", default: "20000" },
    "memory-mb": { type: "string", default: "2000" },
  },
});
const total = Number(options.requests);
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));
const stallMs = Number(options["stall-ms"]);
const answerMs = Number(options["answer-ms"]);
const mostMb = Number(options["memory-mb"]);

const AT_ONCE = 8;
const KEPT = 40;
const SET_UP_EVERY = 400;
const PING_EVERY_MS = 200;
/** What Elasticsearch answers 500 as well, and what is documented to. */
const official = [
  /alias \[.*\] has more than one write index/,
  /failed to execute term vector request/,
  /data stream \[.*\] conflicts with existing (?:alias|index)/,
];
/** Answers of limits, and of transports that nobody listens to, are none. */
function isFault({ status, op, text }) {
  if (status < 500 || status === 503) return false;
  if (status > 500 || text.includes("internal error")) return true;
  return op !== "events_transports_test" && !official.some((pattern) => pattern.test(text));
}

class Run {
  #secured;
  #server;
  #next;
  #end;
  /** Last requests, for a death. */
  #recent = [];
  #pending = new Set();
  #sinceSetUp = 0;
  statuses = new Map();
  faults = new Map();
  worstPingMs = 0;
  worstMb = 0;
  #restarting;

  constructor(secured, from, count) {
    this.#secured = secured;
    this.#next = from;
    this.#end = from + count;
  }

  async go() {
    this.#server = await FuzzedServer.start(this.#secured);
    let stop = false;
    const watch = this.#watch(() => stop);
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#lane()));
    stop = true;
    await watch;
    if (this.#server.ended === undefined) {
      const code = await this.#server.stop();
      if (code !== 0) this.#fail("end", `the server ended with ${code} when it was asked to`, undefined);
    }
  }

  async #lane() {
    while (this.#next < this.#end) {
      const request = requestOf(seed, this.#next++, this.#secured);
      if (this.#restarting) await this.#restarting;
      if (++this.#sinceSetUp >= SET_UP_EVERY) {
        this.#sinceSetUp = 0;
        if (!(await this.#server.setUp())) await this.#restart();
      }
      this.#recent.push(request);
      if (this.#recent.length > KEPT) this.#recent.shift();
      this.#pending.add(request);
      const server = this.#server;
      const answer = await server.send(request, answerMs);
      this.#pending.delete(request);
      this.#judge(request, answer);
      if (answer.status === 0 && answer.text.startsWith("E")) await new Promise((resolve) => setTimeout(resolve, 50));
      if (server.ended !== undefined) await this.#restart();
    }
  }

  #judge(request, answer) {
    const told = answer.status > 0 ? answer.status : answer.text;
    this.statuses.set(told, (this.statuses.get(told) ?? 0) + 1);
    if (isFault({ ...answer, op: request.op }))
      this.#fail(`${answer.status}`, answer.text || this.#server.log.slice(-1500), request);
    else if (answer.status === 0 && answer.text.startsWith("no answer") && this.#server.ended === undefined)
      this.#fail("no answer", answer.text, request);
  }

  /** A server that ended takes the requests on the way with it; another one takes its place. */
  #restart() {
    this.#restarting ??= (async () => {
      if (this.#server.ended === undefined) await this.#server.stop();
      else
        this.#fail(
          "death",
          `the server ended with ${this.#server.ended}: ${this.#server.log.slice(-1500)}`,
          undefined,
          [...this.#recent],
        );
      this.#server = await FuzzedServer.start(this.#secured);
      this.#restarting = undefined;
    })();
    return this.#restarting;
  }

  async #watch(isOver) {
    while (!isOver()) {
      const dueMs = performance.now() + PING_EVERY_MS;
      await new Promise((resolve) => setTimeout(resolve, PING_EVERY_MS));
      const ownMs = performance.now() - dueMs;
      if (this.#restarting) continue;
      const pending = [...this.#pending];
      const server = this.#server;
      const { ms, status } = await server.send({ method: "GET", path: "/_cluster/health", headers: {} }, 60_000);
      // When this process had to wait itself, the machine is to blame.
      if (status > 0 && ownMs < stallMs / 4) {
        this.worstPingMs = Math.max(this.worstPingMs, ms);
        if (ms > stallMs)
          this.#fail("stall", `the server did not answer for ${ms} ms`, undefined, [
            ...new Set([...pending, ...this.#pending]),
          ]);
      }
      this.worstMb = Math.max(this.worstMb, server.residentMb);
      if (server.residentMb > mostMb) {
        this.#fail("memory", `the server holds ${server.residentMb} MB`, undefined, [...this.#recent]);
        await this.#restart();
      }
    }
  }

  #fail(kind, text, request, requests) {
    const shape = `${kind} ${request?.op ?? ""} ${text.replaceAll(/\d+/g, "N").slice(0, 160)}`;
    const times = (this.faults.get(shape) ?? 0) + 1;
    this.faults.set(shape, times);
    if (times > 3) return;
    appendFileSync(
      options.failures,
      `${JSON.stringify({ kind, seed, secured: this.#secured, text, requests: requests ?? (request ? [request] : []) })}\n`,
    );
    if (times === 1)
      console.log(
        `${kind}: ${request ? `${request.number} ${request.op} ${request.method} ${request.path.slice(0, 200)}` : ""}\n  ${text.slice(0, 500)}`,
      );
  }
}

async function replay(file) {
  let failed = 0;
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const { kind, secured, requests } = JSON.parse(line);
    const server = await FuzzedServer.start(secured);
    for (const request of requests) {
      const { status, text, ms } = await server.send(request, answerMs);
      const body = Buffer.from(request.body ?? "", "base64")
        .toString()
        .slice(0, 300);
      console.log(
        `${kind}: ${request.method} ${request.path.slice(0, 300)} ${body}\n  ${status} in ${ms} ms ${text.slice(0, 500)}`,
      );
      if (isFault({ status, op: request.op, text }) || status === 0 || ms > stallMs) failed++;
      if (server.ended !== undefined) break;
    }
    if (server.ended !== undefined) console.log(`  the server ended with ${server.ended}:\n${server.log.slice(-3000)}`);
    else {
      if (failed > 0) console.log(server.log.slice(-3000));
      await server.stop();
    }
  }
  return failed;
}

if (options.replay) process.exit((await replay(options.replay)) > 0 ? 1 : 0);

console.log(`fuzz: ${total} requests, seed ${seed}`);
const forms = options.security === "both" ? [false, true] : [options.security === "on"];
let faults = 0;
for (const secured of forms) {
  const startedMs = performance.now();
  const run = new Run(secured, Number(options.from), Math.ceil(total / forms.length));
  await run.go();
  faults += run.faults.size;
  const statuses = [...run.statuses].map(([status, times]) => `${status}: ${times}`);
  console.log(
    `security ${secured ? "on" : "off"}: ${statuses.join(", ")}; worst ping ${run.worstPingMs} ms, at most ${run.worstMb} MB, ${Math.round((performance.now() - startedMs) / 1000)} s`,
  );
  for (const [shape, times] of run.faults) console.log(`  ${times} times ${shape}`);
}
console.log(
  faults === 0 ? `no failures, seed ${seed}` : `${faults} kinds of failures, kept in ${options.failures}; seed ${seed}`,
);
process.exit(faults === 0 ? 0 : 1);
