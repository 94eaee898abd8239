import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { COMPILED_CODE_VARIABLE, CompiledCode, compiledCodeFolder } from "./compiled-code.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wardex-compiled-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const chunks = new Map([
  ["main.cjs", new Uint8Array([1, 2, 3])],
  ["chunk-A.cjs", new Uint8Array()],
  ["chunk-B.cjs", new Uint8Array(1_000).fill(7)],
]);
const asLists = (read: ReadonlyMap<string, Uint8Array>) => [...read].map(([name, bytes]) => [name, [...bytes]]);

describe("the folder of compiled code", () => {
  const home = () => "/home/user";
  const homeless = () => {
    throw new Error("no such user");
  };
  const cases: [string, NodeJS.ProcessEnv, () => string, string | undefined][] = [
    ["is in the user's caches", {}, home, "/home/user/.cache/wardex"],
    ["is where these are said to be", { XDG_CACHE_HOME: "/caches" }, home, "/caches/wardex"],
    ["is not a relative one", { XDG_CACHE_HOME: "caches" }, home, "/home/user/.cache/wardex"],
    ["is the one that is asked for", { [COMPILED_CODE_VARIABLE]: "/var/code" }, home, "/var/code"],
    ["is none when asked for none", { [COMPILED_CODE_VARIABLE]: "" }, home, undefined],
    ["is none without a home", {}, homeless, undefined],
  ];
  test.each(cases)("%s", (_what, environment, homeOf, expected) => {
    expect(compiledCodeFolder(environment, homeOf)).toBe(expected);
  });
});

describe("compiled code", () => {
  test("is read as it was written, by the same entry and build", () => {
    new CompiledCode(join(folder, "made"), "main", "b1").write(chunks);
    expect(asLists(new CompiledCode(join(folder, "made"), "main", "b1").read())).toEqual(asLists(chunks));
    for (const [entry, build] of [
      ["main", "b2"],
      ["worker", "b1"],
    ] as const)
      expect(new CompiledCode(join(folder, "made"), entry, build).read().size).toBe(0);
  });

  test("is neither read nor written where others may write", () => {
    const code = new CompiledCode(folder, "main", "b1");
    code.write(chunks);
    chmodSync(folder, 0o777);
    expect(code.read().size).toBe(0);
    new CompiledCode(folder, "main", "b2").write(chunks);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test("that is damaged is none", () => {
    const code = new CompiledCode(folder, "main", "b1");
    code.write(chunks);
    const file = join(folder, readdirSync(folder)[0]!);
    const whole = readFileSync(file);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, flip, cut) => {
        const damaged = Buffer.from(whole);
        damaged[at]! ^= flip;
        writeFileSync(file, cut ? whole.subarray(0, at) : damaged);
        expect(code.read().size).toBe(0);
      }),
    );
  });

  test("of the last versions stays", () => {
    for (let build = 0; build < 30; build++) {
      writeFileSync(join(folder, `main-${build}`), "");
      utimesSync(join(folder, `main-${build}`), build, build);
    }
    mkdirSync(join(folder, "somebody-elses"));
    utimesSync(join(folder, "somebody-elses"), 1, 1);
    new CompiledCode(folder, "main", "new").write(chunks);
    const names = readdirSync(folder);
    expect(names).toHaveLength(25);
    expect(names).toContain("somebody-elses");
    expect(names).toContain("main-29");
    expect(names).not.toContain("main-6");
  });

  test("that cannot be written is let be", () => {
    mkdirSync(join(folder, "plain"));
    writeFileSync(join(folder, "plain/file"), "");
    new CompiledCode(join(folder, "plain/file"), "main", "b1").write(chunks);
    expect(readdirSync(folder)).toEqual(["plain"]);
  });
});
