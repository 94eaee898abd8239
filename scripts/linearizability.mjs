// Kills the server while clients write and read the same few documents, and has the history of each document checked:
// is there one order of its operations, each between its request and its answer, in which every answer is right? An
// operation under way at a kill took effect at any later time, or never. The checker is in Go (Porcupine); where Go or
// the module cannot be had, the run is skipped.
//   node scripts/linearizability.mjs [--clients 12] [--documents 60] [--kills 6] [--seed 1]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Random } from "./random.mjs";
import { spawnServer } from "./server-process.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "12" },
    documents: { type: "string", default: "60" },
    kills: { type: "string", default: "6" },
    seed: { type: "string" },
  },
});
const [clients, documentCount, kills] = [values.clients, values.documents, values.kills].map(Number);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const random = new Random(seed);
const folder = mkdtempSync(join(tmpdir(), "wardex-linearizability-"));

/** The clients meet on few documents at a time, so that operations overlap; after some operations on others. */
const DOCUMENTS_AT_A_TIME = 4;
const OPERATIONS_AT_A_TIME = 150;
const KINDS = ["index", "index", "create", "create", "delete", "get", "get", "get", "conditional", "conditional"];
const ANSWER_MS = 20_000;
const BUILD_MS = 300_000;

const documents = Array.from({ length: documentCount }, (_, number) => `d${number}`);
/** Each operation with its answer; status 0: none came. */
const history = [];
/** Sequence number and primary term of each document as last answered: what conditional writes ask for. */
const learned = new Map();
let current = someDocuments();
let nextValue = 1;
/** An answer that is none of those that the operation may have. */
let fault;

/** Answers why there is no checker, or undefined once it is built. */
function buildChecker() {
  const go = (...args) =>
    spawnSync("go", args, { cwd: join(root, "scripts/linearizability/checker"), encoding: "utf8", timeout: BUILD_MS });
  if (go("version").status !== 0) return "there is no go command";
  const download = go("mod", "download");
  if (download.status !== 0)
    return `the checker's Go module cannot be had: ${(download.stderr || String(download.error)).trim()}`;
  const build = go("build", "-o", join(folder, "checker"), ".");
  if (build.status !== 0) throw new Error(`the checker is not built: ${build.stderr || build.error}`);
  return undefined;
}

async function start() {
  const server = spawnServer({ flags: { data: join(folder, "data"), threads: "1" } });
  return server.listening;
}

async function call(server, method, path, body) {
  const init = { method, headers: { "content-type": "application/json" }, signal: AbortSignal.timeout(ANSWER_MS) };
  if (body) init.body = JSON.stringify(body);
  const response = await fetch(server.url + path, init);
  return { status: response.status, body: await response.json() };
}

function newOperation(document, client, kind = random.pick(KINDS)) {
  const seen = learned.get(document);
  if (kind === "conditional" && !seen) kind = "index";
  const operation = {
    document,
    client,
    kind,
    value: 0,
    ifSeqNo: 0,
    ifTerm: 0,
    status: 0,
    seqNo: 0,
    term: 0,
    call: 0,
    return: 0,
  };
  if (kind === "index" || kind === "create" || kind === "conditional") operation.value = nextValue++;
  if (kind === "conditional") [operation.ifSeqNo, operation.ifTerm] = [seen.seqNo, seen.term];
  return operation;
}

function send(server, { document, kind, value, ifSeqNo, ifTerm }) {
  const path = `/register/_doc/${document}`;
  if (kind === "get") return call(server, "GET", path);
  if (kind === "delete") return call(server, "DELETE", path);
  if (kind === "create") return call(server, "PUT", `/register/_create/${document}`, { value });
  return call(server, "PUT", kind === "conditional" ? `${path}?if_seq_no=${ifSeqNo}&if_primary_term=${ifTerm}` : path, {
    value,
  });
}

/** Which answers there may be; whether one is right is for the checker to say. */
function isPossible(kind, { status, body }) {
  if (kind === "get") return status === 200 ? body.found === true : status === 404 && body.found === false;
  if (kind === "delete")
    return status === 200 ? body.result === "deleted" : status === 404 && body.result === "not_found";
  if (status === 409) return kind !== "index" && body.error.type === "version_conflict_engine_exception";
  return status === 201 ? body.result === "created" : status === 200 && kind !== "create" && body.result === "updated";
}

function someDocuments() {
  return Array.from({ length: DOCUMENTS_AT_A_TIME }, () => random.pick(documents));
}

const nowNs = () => Math.round(performance.now() * 1e6);

/** Sends one operation and keeps it with its answer; false when the server is gone. */
async function operate(server, operation) {
  let answer;
  operation.call = nowNs();
  try {
    answer = await send(server, operation);
  } catch (error) {
    if (!server.killed || error.name === "TimeoutError") fault ??= error;
    if (operation.kind !== "get") history.push(operation);
    return false;
  }
  operation.return = nowNs();
  if (!isPossible(operation.kind, answer)) {
    fault ??= new Error(`${JSON.stringify(operation)} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return false;
  }
  const { _seq_no: seqNo, _primary_term: term, _source: source } = answer.body;
  operation.status = answer.status;
  if (seqNo !== undefined) {
    [operation.seqNo, operation.term] = [seqNo, term];
    learned.set(operation.document, { seqNo, term });
  }
  if (source) operation.value = source.value;
  history.push(operation);
  return true;
}

async function client(server, number, isStopped) {
  while (!isStopped()) {
    if (random.below(OPERATIONS_AT_A_TIME) === 0) {
      current = someDocuments();
      // From memory to files: neither may be seen from outside.
      await call(server, "POST", `/register/${random.pick(["_refresh", "_flush"])}`).catch(() => undefined);
    }
    if (!(await operate(server, newOperation(random.pick(current), number)))) return;
  }
}

/**
 * Reads every document, lets the clients work and kills the server under them; after the last round it ends in order.
 */
async function round(isLast) {
  const server = await start();
  if (history.length === 0) await call(server, "PUT", "/register", { settings: { number_of_shards: 2 } });
  await Promise.all(
    documents.map((document, place) => operate(server, newOperation(document, clients + place, "get"))),
  );
  current = someDocuments();
  let stopped = false;
  const running = Array.from({ length: clients }, (_, number) => client(server, number, () => stopped));
  await new Promise((resolve) => setTimeout(resolve, 500 + random.below(3000)));
  server.killed = !isLast;
  stopped = isLast;
  if (isLast) await Promise.all(running);
  server.child.kill(isLast ? "SIGTERM" : "SIGKILL");
  await Promise.all([server.gone, ...running]);
  if (fault) throw fault;
}

function writeHistory(name, operations) {
  const file = join(folder, name);
  writeFileSync(file, operations.map((operation) => `${JSON.stringify(operation)}\n`).join(""));
  return file;
}

/** Answers the result of each document. */
function check() {
  const { status, stdout, stderr } = spawnSync(join(folder, "checker"), [writeHistory("history.jsonl", history)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the checker ended with ${status}: ${stderr}`);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function run() {
  console.log(
    `linearizability: ${clients} clients, ${documentCount} documents, ${kills} kills, seed ${seed}, data in ${folder}`,
  );
  const startedMs = performance.now();
  for (let number = 0; number <= kills; number++) await round(number === kills);
  const unanswered = history.filter(({ status }) => status === 0).length;
  const conflicts = history.filter(({ status }) => status === 409).length;
  console.log(`${history.length} operations, ${conflicts} of them conflicts, ${unanswered} writes without an answer`);
  const results = check();
  const wrong = results.filter(({ result }) => result !== "linearizable");
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(`${results.length - wrong.length} of ${results.length} documents are linearizable, in ${seconds} s`);
  if (wrong.length === 0) return true;
  // What could not be decided is no pass either.
  for (const { document, result } of wrong) console.error(`${document}: ${result}`);
  const histories = history.filter(({ document }) => wrong.some((other) => other.document === document));
  console.error(`their histories: ${writeHistory("wrong.jsonl", histories)}`);
  return false;
}

let isPassed;
try {
  const reason = buildChecker();
  if (reason) console.log(`skipped: ${reason}`);
  isPassed = reason !== undefined || (await run());
} catch (error) {
  isPassed = false;
  console.error(error);
}
if (isPassed) rmSync(folder, { recursive: true });
else console.error(`seed ${seed}, data kept in ${folder}`);
process.exit(isPassed ? 0 : 1);
