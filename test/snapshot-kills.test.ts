/**
 * Kills the server while snapshots are made, removed and restored. The repository stays readable, and every snapshot
 * that it names restores to what the index held then.
 */
import { createHash, randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const ROUNDS = process.env["WARDEX_DEEP"] === undefined ? 3 : 200;
const MOST_SNAPSHOTS = 4;
const DOCUMENTS = 40;
const LONGEST_MS = 120;

/** What is known of a snapshot. */
interface Known {
  readonly digest: string;
  state: "begun" | "made" | "removing";
}

/** Everything that a search tells of the index, whatever its name. */
async function digestOf(server: ServerProcess, index: string): Promise<string> {
  const query = { size: 1000, version: true, seq_no_primary_term: true, sort: [{ n: "asc" }], track_total_hits: true };
  const { body } = await server.call("POST", `/${index}/_search`, { ...query, query: { match: { text: "common" } } });
  const hits = body.hits.hits.map(({ _index: _name, ...hit }: { _index: string }) => hit);
  expect(hits.length).toBe(body.hits.total.value);
  return createHash("sha256").update(JSON.stringify(hits)).digest("hex");
}

async function write(server: ServerProcess): Promise<void> {
  const lines = Array.from({ length: DOCUMENTS / 2 }, () => randomInt(DOCUMENTS)).flatMap((id) => [
    { index: { _id: String(id) } },
    { text: `common ${randomInt(1000)}`, n: id },
  ]);
  const body = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  const headers = { "content-type": "application/x-ndjson" };
  const answer = await server.call("POST", "/kills/_bulk?refresh=true", body, headers);
  expect(answer.body.errors).toBe(false);
}

/** Looks at what is there, restores one of it, and throws where something is missing. */
async function check(server: ServerProcess, known: Map<string, Known>, round: number): Promise<void> {
  const { status, body, text } = await server.call("GET", "/_snapshot/r/_all");
  expect(status, text).toBe(200);
  const names: string[] = body.snapshots.map(({ snapshot }: { snapshot: string }) => snapshot);
  for (const [name, { state }] of known) {
    if (state === "made") expect(names, `${name} was acknowledged`).toContain(name);
    if (!names.includes(name)) known.delete(name);
  }
  for (const { state, failures } of body.snapshots) expect([state, failures]).toEqual(["SUCCESS", []]);
  for (const name of names) {
    const expected = known.get(name);
    expect(expected, `${name} was removed`).toBeDefined();
    const [target, renaming] = [`back-${round}`, { rename_pattern: "kills", rename_replacement: `back-${round}` }];
    const path = `/_snapshot/r/${name}/_restore?wait_for_completion=true`;
    const restored = await server.call("POST", path, { indices: "kills", ...renaming });
    expect(restored.status, restored.text).toBe(200);
    expect(await digestOf(server, target), `contents of ${name}`).toBe(expected?.digest);
    await server.call("DELETE", `/${target}`);
    known.set(name, { digest: expected?.digest ?? "", state: "made" });
  }
  // What was being restored is there as a whole, or not at all.
  const { text: indices } = await server.call("GET", "/_cat/indices/half-*?h=index,health,docs.count");
  for (const line of indices.split("\n").filter((each) => each !== "")) {
    const [name = "", health = "", count = "0"] = line.split(/\s+/);
    // Yellow: there is no second node for its copies.
    expect(["green", "yellow"], name).toContain(health);
    expect(Number(count), name).toBeGreaterThan(0);
    expect((await server.call("DELETE", `/${name}`)).status).toBe(200);
  }
}

/** Does one thing after another until the server is gone. */
async function work(server: ServerProcess, known: Map<string, Known>, round: number): Promise<void> {
  try {
    for (let step = 0; ; step++) {
      const made = [...known].filter(([, { state }]) => state === "made").map(([name]) => name);
      const one = made[randomInt(Math.max(1, made.length))] ?? "";
      const choice = made.length > MOST_SNAPSHOTS ? 1 : made.length === 0 ? 0 : randomInt(3);
      if (choice === 0) {
        await write(server);
        const name = `s-${round}-${step}`;
        const snapshot: Known = { digest: await digestOf(server, "kills"), state: "begun" };
        known.set(name, snapshot);
        const { status } = await server.call("PUT", `/_snapshot/r/${name}?wait_for_completion=true`, {
          indices: "kills",
        });
        if (status === 200) snapshot.state = "made";
      } else if (choice === 1) {
        const snapshot = known.get(one);
        if (snapshot) snapshot.state = "removing";
        if ((await server.call("DELETE", `/_snapshot/r/${one}`)).status === 200) known.delete(one);
      } else {
        const renaming = { rename_pattern: "kills", rename_replacement: `half-${round}-${step}` };
        await server.call("POST", `/_snapshot/r/${one}/_restore?wait_for_completion=true`, renaming);
      }
    }
  } catch (error) {
    // The connection broke off: the server is gone.
    if (!(error instanceof TypeError) && !String(error).includes("abort")) throw error;
  }
}

test(
  "a repository outlives kills at any moment, and every snapshot of it restores",
  { timeout: 1_800_000 },
  async () => {
    const [data, repository] = [temporaryFolder(), temporaryFolder()];
    const start = (): Promise<ServerProcess> =>
      startServer(["--data", data, "--path-repo", repository, "--threads", "0"]);
    const known = new Map<string, Known>();
    let server = await start();
    const settings = { location: "r", chunk_size: "2kb" };
    expect((await server.call("PUT", "/_snapshot/r", { type: "fs", settings })).status).toBe(200);
    await write(server);
    for (let round = 0; round < ROUNDS; round++) {
      const working = work(server, known, round);
      await new Promise((resolve) => setTimeout(resolve, randomInt(LONGEST_MS)));
      await server.kill();
      await working;
      server = await start();
      await check(server, known, round);
    }
    await server.call("POST", "/_snapshot/r/_cleanup");
    await check(server, known, ROUNDS);
    await server.stop();
  },
);
