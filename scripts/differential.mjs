// Sends the same random requests to a server of our own and to a real one, and compares what they answer: totals,
// order, scores, explanations, and every other member. Kinds of requests stand in scripts/differential/kinds.mjs;
// differences that stay, with their reasons, in stated.json beside it. A kind is skipped without the address of its
// server (WARDEX_ORACLE: Elasticsearch 8.19, WARDEX_ORACLE_OPENSEARCH, WARDEX_ORACLE_7).
//   npm run differential -- --queries 20000 [--kind queries,joins] [--seed 1] [--from 0] [--failures 10]
// A failure prints a request, an index and documents that are as small as could be found; `--seed` and `--from` (the
// number of the index) bring it back.
import { parseArgs } from "node:util";
import { BothServers } from "./differential/both-servers.mjs";
import { kinds } from "./differential/kinds.mjs";
import { oracles } from "./differential/oracles.mjs";
import { startOwnServer } from "./differential/own-server.mjs";
import { fewest, shrunk } from "./differential/shrink.mjs";
import { Random } from "./random.mjs";

const { values: options } = parseArgs({
  options: {
    queries: { type: "string", default: "1000" },
    kind: { type: "string" },
    seed: { type: "string" },
    from: { type: "string", default: "0" },
    failures: { type: "string", default: "10" },
  },
});
const total = Number(options.queries);
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));
const mostFailures = Number(options.failures);

const REQUESTS_PER_INDEX = 100;
const AT_ONCE = 4;
const TRIES = 300;
const TRIES_OF_DOCUMENTS = 60;

const askedFor = options.kind?.split(",") ?? kinds.map(({ name }) => name);
const unknown = askedFor.filter((name) => !kinds.some((kind) => kind.name === name));
if (unknown.length > 0) {
  console.error(`no kind is called ${unknown.join(", ")}; there are ${kinds.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

/** One kind of requests, index after index. */
class Run {
  #kind;
  #servers;
  #sent = 0;
  #statuses = new Map();
  #seen = new Map();

  constructor(kind, servers) {
    this.#kind = kind;
    this.#servers = servers;
  }

  /** Answers whether all went well. */
  async go() {
    for (let world = Number(options.from); this.#sent < total && this.#seen.size < mostFailures; world++)
      await this.#world(world);
    await this.#servers.remove();
    const statuses = [...this.#statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
    for (const [why, count] of this.#servers.stated) console.log(`  ${count} times: ${why}`);
    for (const [what, count] of this.#seen) console.log(`  ${count} times unexplained: ${what}`);
    const verdict = this.#seen.size === 0 ? "no unexplained difference" : `${this.#seen.size} unexplained differences`;
    console.log(`${this.#kind.name}: ${verdict} in ${this.#sent} requests (${statuses}), seed ${seed}`);
    return this.#seen.size === 0;
  }

  async #world(number) {
    const world = this.#kind.world(new Random(seed, number));
    const made = await this.#servers.make(world);
    if (made.length > 0) {
      this.#sent++;
      this.#note(made[0].what, { number, body: world.body, differences: made });
      return;
    }
    const requests = Array.from({ length: Math.min(REQUESTS_PER_INDEX, total - this.#sent) }, (_, at) =>
      this.#kind.request(new Random(seed, number, at), world),
    );
    this.#sent += requests.length;
    const failed = [];
    const lane = async (request) => {
      for (; request !== undefined; request = requests.pop()) {
        const { answers, differences } = await this.#servers.ask(request);
        this.#statuses.set(answers[1].status, (this.#statuses.get(answers[1].status) ?? 0) + 1);
        if (differences.length > 0) failed.push({ request, what: placeOf(differences) });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, () => lane(requests.pop())));
    for (const { request, what } of failed) {
      if (this.#seen.size >= mostFailures) break;
      // The same words come from the same place.
      if (what.includes(" / ") && this.#seen.has(what)) {
        this.#seen.set(what, this.#seen.get(what) + 1);
        continue;
      }
      await this.#shrink(number, world, request, what);
    }
  }

  async #shrink(number, world, request, what) {
    const isSame = async (smaller) => {
      const { differences } = await this.#servers.ask(smaller);
      return differences.length > 0 && placeOf(differences) === what;
    };
    // What one request only shows once has no smaller form.
    const isSteady = await isSame(request);
    const body = isSteady
      ? await shrunk(request.body, (smaller) => isSame({ ...request, body: smaller }), TRIES)
      : request.body;
    const smallest = { ...request, body };
    const title = what.includes(" / ") ? what : `${what} of ${kindsOf(body)}`;
    if (this.#seen.has(title)) {
      this.#seen.set(title, this.#seen.get(title) + 1);
      return;
    }
    const documents = world.batches.flat();
    const withDocuments = async (fewer) => {
      const left = new Set(fewer);
      const batches = world.batches.map((batch) => batch.filter((one) => left.has(one))).filter((one) => one.length);
      return (await this.#servers.make({ ...world, batches })).length === 0 && isSame(smallest);
    };
    const left = isSteady ? await fewest(documents, withDocuments, TRIES_OF_DOCUMENTS) : documents;
    await withDocuments(left);
    const { differences } = await this.#servers.ask(smallest);
    this.#note(title, { number, request: smallest, body: world.body, documents: left, differences });
    await this.#servers.make(world);
  }

  #note(title, { number, request, body, documents, differences }) {
    const times = this.#seen.get(title) ?? 0;
    this.#seen.set(title, times + 1);
    if (times > 0) return;
    console.log(`\n# ${this.#kind.name}: ${title} (--seed ${seed} --from ${number})`);
    if (request) console.log(`${request.method ?? "POST"} ${request.path}\n${JSON.stringify(request.body)}`);
    console.log(`index ${JSON.stringify(asked(body.mappings?.properties, request))}`);
    if (documents && documents.length <= 8)
      for (const { _id, source } of documents) console.log(`document ${_id} ${JSON.stringify(asked(source, request))}`);
    else if (documents) console.log(`${documents.length} documents`);
    for (const { what, ours, theirs, document } of differences.slice(0, 3))
      console.log(
        `${what}\n  ours   ${shown(ours)}\n  theirs ${shown(theirs)}${document ? `\n  ${JSON.stringify(document)}` : ""}`,
      );
  }
}

/**
 * The place of the first difference, without the numbers of hits and buckets; of refusals their words, without names.
 */
function placeOf([{ what, ours, theirs }]) {
  if (what !== "error") return what.replace(/\.\d+(?=\.|$)/g, "");
  return [ours, theirs]
    .map((words) => words.replace(/\[[^\]]*\]|"[^"]*"|-?\d+(?:\.\d+)?/g, "…").slice(0, 150))
    .join(" / ");
}

/** Names in a body that look like kinds of queries and aggregations: requests with the same ones fail alike. */
const kindsOf = (body) => [...new Set(JSON.stringify(body).match(/(?<=")[a-z_]{3,}(?=":\{)/g))].sort().join(" ");

/** The fields that a request names; all where it names none. */
function asked(fields, request) {
  const text = JSON.stringify(request?.body ?? {});
  const named = Object.entries(fields ?? {}).filter(([name]) => new RegExp(`[" (*-]${name}["^.:]`).test(text));
  return named.length > 0 ? Object.fromEntries(named) : fields;
}

const shown = (value) =>
  Array.isArray(value) && typeof value[0] === "string" ? `\n    ${value.join("\n    ")}` : JSON.stringify(value);

let server;
let isWell = true;
for (const kind of kinds.filter(({ name }) => askedFor.includes(name))) {
  const { title, variable, hasOwnWords } = oracles[kind.oracle];
  const theirs = process.env[variable];
  if (!theirs) {
    console.log(`skipped: ${kind.name} (${variable} names no ${title})`);
    continue;
  }
  server ??= await startOwnServer();
  const index = `wardex-differential-${kind.name}-${process.pid}`;
  const servers = new BothServers({ ours: server.url, theirs, index, kind: kind.name, hasOwnWords });
  isWell = (await new Run(kind, servers).go()) && isWell;
}
await server?.stop();
process.exit(isWell ? 0 : 1);
