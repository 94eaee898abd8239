/**
 * How long a start takes and what an idle server holds, measured from outside. The wanted figures are those of a
 * machine of its own; what is printed counts, the limits are three times as much and what the machine itself takes.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { platform } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { noteChild } from "./left-behind.ts";
import { mainFile, temporaryFolder } from "./server-process.ts";

const START_MS = 500;
const HELP_MS = 150;
const IDLE_MB = 120;
const FACTOR = 3;
const RUNS = 2;
/** So long after its first answer a server is idle. */
const SETTLED_MS = 300;

const least = (times: readonly number[]): number => Math.round(Math.min(...times));

/** What a process that does nothing takes: the machine's share, others may be at work on it. */
function emptyProcessMs(): number {
  return ended([process.execPath, "-e", "0"]);
}

function ended([command = "", ...args]: readonly string[]): number {
  const startedMs = performance.now();
  expect(spawnSync(command, args).status).toBe(0);
  return performance.now() - startedMs;
}

interface Start {
  /** From the start of the process to its first answer. */
  readonly answerMs: number;
  /** Resident memory, when it is idle; undefined where the system does not tell. */
  readonly idleMb: number | undefined;
}

async function start(data: string, security: "on" | "off"): Promise<Start> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [mainFile, "--port", "0", "--data", data, "--security", security], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  noteChild(child);
  let output = "";
  let url: string | undefined;
  for await (const piece of child.stdout) {
    output += String(piece);
    url = /on (http:\S+) /.exec(output)?.[1];
    if (url !== undefined) break;
  }
  expect((await fetch(`${url}/`)).status).toBe(security === "on" ? 401 : 200);
  const answerMs = performance.now() - startedMs;
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const idleMb =
    platform() === "linux"
      ? Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024
      : undefined;
  child.kill("SIGTERM");
  await once(child, "exit");
  return { answerMs, idleMb };
}

/** What a bundle loads before it runs, which stands in its first line: its own files, and names of packages. */
function loadedAtOnce(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const [first = ""] = readFileSync(file, "utf8").split("\n", 1);
  const imports = first.matchAll(/[;=]require\("([^"]+)"\)/g);
  for (const [, name = ""] of imports)
    if (name.startsWith(".")) loadedAtOnce(join(dirname(file), name), seen);
    else seen.add(name);
  return seen;
}

/**
 * What an entry loads at once may have so many bytes. A megabyte of code costs a first start 60 ms and the idle server
 * two megabytes, in each thread that loads it: what few need is loaded by `import()` when it is first used.
 */
const LOADED_BYTES: [string, number][] = [
  ["server/main", 95_000],
  ["server/wardex", 5_000_000],
  ["threads/documents-worker", 3_050_000],
  ["threads/merge-worker", 110_000],
  ["serving/search-worker", 3_650_000],
];

test.each(LOADED_BYTES)("%s loads no package before it is used, and at most %i bytes", (entry, bytes) => {
  const loaded = [...loadedAtOnce(join(dirname(dirname(mainFile)), `${entry}.cjs`))];
  expect(loaded.length).toBeGreaterThan(5);
  const files = loaded.filter((name) => name.startsWith("/"));
  expect(loaded.filter((name) => !name.startsWith("/") && !name.startsWith("node:"))).toEqual([]);
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(bytes);
});

/** Sources that no entry loads at once. */
const RARE = /src\/(nodes|downsampling|store\/(nats|chunks|registers)|identity\/(resources|notifications))\//;

/** The sources of a chunk, as its source map names them. */
const sourcesOf = (file: string): string[] =>
  (JSON.parse(readFileSync(`${file}.map`, "utf8")) as { sources: string[] }).sources;

test("what only some settings and requests ask for is in no chunk that an entry loads at once", () => {
  const dist = dirname(dirname(mainFile));
  const entries = LOADED_BYTES.map(([entry]) => join(dist, `${entry}.cjs`));
  const atOnce = new Set(entries.flatMap((file) => [...loadedAtOnce(file)]).filter((name) => name.startsWith("/")));
  const sources = [...atOnce].flatMap(sourcesOf);
  expect(sources.filter((source) => source.includes("src/server/")).length).toBeGreaterThan(10);
  expect(sources.filter((source) => RARE.test(source))).toEqual([]);
});

describe("measured from outside", () => {
  test("--help", () => {
    const empty = least(Array.from({ length: RUNS }, emptyProcessMs));
    const help = least(Array.from({ length: RUNS }, () => ended([process.execPath, mainFile, "--help"])));
    console.log(`--help: ${help} ms (wanted: ${HELP_MS}; an empty process: ${empty})`);
    expect(help).toBeLessThan(FACTOR * (HELP_MS + empty));
  });

  /** Both times of several runs, each in a folder of its own: the first start there, and a later one. */
  async function starts(security: "on" | "off"): Promise<{ first: Start[]; later: Start[]; emptyMs: number }> {
    const first: Start[] = [];
    const later: Start[] = [];
    const empty: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const folder = temporaryFolder();
      empty.push(emptyProcessMs());
      first.push(await start(folder, security));
      later.push(await start(folder, security));
    }
    return { first, later, emptyMs: least(empty) };
  }

  test.each(["off", "on"] as const)("a start with security %s", async (security) => {
    const { first, later, emptyMs } = await starts(security);
    for (const [which, measured] of [
      ["first", first],
      ["later", later],
    ] as const) {
      const answerMs = least(measured.map((one) => one.answerMs));
      const idleMb = least(measured.map((one) => one.idleMb ?? 0));
      console.log(
        `security ${security}, ${which} start: answers after ${answerMs} ms (wanted: ${START_MS}; an empty process: ` +
          `${emptyMs}), holds ${idleMb} MB when idle (wanted: ${IDLE_MB})`,
      );
      expect(answerMs).toBeLessThan(FACTOR * (START_MS + emptyMs));
      expect(idleMb).toBeLessThan(FACTOR * IDLE_MB);
    }
  });
});
