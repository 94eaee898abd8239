import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "./server-process.ts";

const script = fileURLToPath(new URL("../scripts/fuzz.mjs", import.meta.url));
/** The same requests each time; others where there is time. */
const deep = process.env["WARDEX_DEEP"] !== undefined;
const REQUESTS = process.env["WARDEX_FUZZ_REQUESTS"] ?? (deep ? "50000" : "800");
const SEED = process.env["WARDEX_FUZZ_SEED"] ?? (deep ? String(Math.floor(Math.random() * 2 ** 31)) : "20");

function fuzz(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => (output += piece.toString()));
    child.once("close", (code) => resolve({ code, output }));
  });
}

describe("nearly right requests of all operations", () => {
  test("are answered, and not 5xx, with and without security", { timeout: deep ? 3_600_000 : 240_000 }, async () => {
    const failures = join(temporaryFolder(), "failures.jsonl");
    // A machine that runs other tests beside may stand still for longer.
    const { code, output } = await fuzz([
      "--requests",
      REQUESTS,
      "--seed",
      SEED,
      "--failures",
      failures,
      "--stall-ms",
      "8000",
    ]);
    expect(code, output).toBe(0);
    expect(output).toContain(`no failures, seed ${SEED}`);
    for (const status of ["200", "400", "404"]) expect(output).toMatch(new RegExp(` ${status}: \\d+`));
  });

  test("that fail are kept with their seed, and sent again", { timeout: 120_000 }, async () => {
    const failures = join(temporaryFolder(), "failures.jsonl");
    // No server answers that soon.
    const first = await fuzz([
      "--requests",
      "60",
      "--seed",
      "1",
      "--security",
      "off",
      "--failures",
      failures,
      "--answer-ms",
      "1",
      "--stall-ms",
      "60000",
    ]);
    expect(first.code).toBe(1);
    expect(first.output).toContain("seed 1");
    expect(existsSync(failures)).toBe(true);
    const kept = readFileSync(failures, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; seed: number; requests: { path: string }[] });
    expect(kept[0]).toMatchObject({ kind: "no answer", seed: 1 });
    writeFileSync(failures, `${JSON.stringify(kept[0])}\n`);
    const again = await fuzz(["--replay", failures, "--stall-ms", "60000"]);
    expect(again.code, again.output).toBe(0);
    for (const { path } of kept[0]!.requests) expect(again.output).toContain(path.slice(0, 300));
  });
});
