// How far a follower is behind its leader under load, and how fast it catches up beside the rate at which its leader
// took what it reads: two servers of the build on this machine, in folders of their own.
//   node scripts/replication.mjs [--seconds 20] [--documents 200000] [--clients 2] [--batch 500] [--rate 0]
// `--rate`: operations a second that are sent for the lag; 0: as many as the leader takes.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({
  options: {
    seconds: text("20"),
    documents: text("200000"),
    clients: text("2"),
    batch: text("500"),
    rate: text("0"),
  },
});
const [seconds, documents, clients, batch, rate] = ["seconds", "documents", "clients", "batch", "rate"].map((name) =>
  Number(values[name]),
);
const main = fileURLToPath(new URL("../dist/server/start.js", import.meta.url));

async function start() {
  const folder = mkdtempSync(join(tmpdir(), "wardex-replication-"));
  const child = spawn(process.execPath, [main, "--data", folder, "--port", "0", "--security", "off"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise((resolve, reject) => {
    let output = "";
    child.once("close", () => reject(new Error(`the server ended: ${output}`)));
    child.stdout.on("data", (piece) => {
      output += piece;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (found) resolve(found);
    });
  });
  return {
    url,
    async end() {
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("exit", resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ask({ url }, method, path, body, type = "application/json") {
  const sent = typeof body === "object" ? JSON.stringify(body) : body;
  const answer = await fetch(url + path, { method, body: sent, headers: { "content-type": type } });
  const json = await answer.json();
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(json).slice(0, 300)}`);
  return json;
}

let number = 0;
function lines() {
  const made = [];
  for (let at = 0; at < batch; at++) {
    const n = number++;
    made.push(
      `{"index":{"_id":"${n}"}}`,
      `{"n":${n},"host":"host-${n % 97}","message":"request ${n} took ${n % 1009} ms"}`,
    );
  }
  return `${made.join("\n")}\n`;
}

const bulk = (server, index) =>
  ask(server, "POST", `/${index}/_bulk?filter_path=items.*._seq_no`, lines(), "application/x-ndjson");
const lastSeqNo = ({ items }) => Math.max(...items.map((item) => item.index._seq_no));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const checkpoint = async (server) =>
  (await ask(server, "GET", "/copy/_ccr/stats")).indices[0].shards[0].follower_global_checkpoint;
const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

async function load(server, done) {
  const begun = performance.now();
  let sent = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!done(sent)) {
        sent += batch;
        const dueMs = rate > 0 ? begun + (sent / rate) * 1000 : 0;
        if (dueMs > performance.now()) await pause(dueMs - performance.now());
        const answer = await bulk(server, "books");
        acknowledged.push({ seqNo: lastSeqNo(answer), atMs: performance.now() });
      }
    }),
  );
  return sent / ((performance.now() - begun) / 1000);
}

let acknowledged = [];
const [leader, follower] = await Promise.all([start(), start()]);
try {
  await ask(leader, "PUT", "/books", { settings: { number_of_shards: 1, number_of_replicas: 0 } });
  const { host } = new URL(leader.url);
  const remote = { "cluster.remote.leader.mode": "proxy", "cluster.remote.leader.proxy_address": host };
  await ask(follower, "PUT", "/_cluster/settings", { persistent: remote });
  await load(leader, (sent) => sent >= 20 * batch);
  await ask(follower, "PUT", "/copy/_ccr/follow?wait_for_active_shards=1", {
    remote_cluster: "leader",
    leader_index: "books",
  });

  // The lag: from the answer to a bulk request until all of it is durable at the follower.
  acknowledged = [];
  const endsAt = performance.now() + seconds * 1000;
  const lags = [];
  let loading = true;
  const watching = (async () => {
    let next = 0;
    while (loading || next < acknowledged.length) {
      const there = await checkpoint(follower);
      const now = performance.now();
      acknowledged.sort((one, other) => one.seqNo - other.seqNo);
      while (next < acknowledged.length && acknowledged[next].seqNo <= there)
        lags.push(now - acknowledged[next++].atMs);
      await pause(20);
    }
  })();
  const under = await load(leader, () => performance.now() > endsAt);
  loading = false;
  await watching;
  lags.sort((one, other) => one - other);
  const [half, most, worst] = [0.5, 0.99, 1].map((share) => Math.round(percentile(lags, share)));
  console.log(`lag: ${Math.round(under)} operations/s sent, p50 ${half} ms, p99 ${most} ms, longest ${worst} ms`);

  // The rate: what the leader takes while nobody follows, and how fast that is made up for.
  await ask(follower, "POST", "/copy/_ccr/pause_follow");
  const rates = await load(leader, (sent) => sent >= documents);
  const last = Math.max(...acknowledged.map(({ seqNo }) => seqNo));
  const first = acknowledged.length > 0 ? last - documents : 0;
  const begun = performance.now();
  await ask(follower, "POST", "/copy/_ccr/resume_follow", {});
  while ((await checkpoint(follower)) < last) await pause(20);
  const replayed = (last - first) / ((performance.now() - begun) / 1000);
  console.log(
    `rate: leader ${Math.round(rates)}/s, replay ${Math.round(replayed)}/s, ${Math.round((100 * replayed) / rates)} %`,
  );
} finally {
  await Promise.all([leader.end(), follower.end()]);
}
