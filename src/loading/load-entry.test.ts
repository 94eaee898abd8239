import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { COMPILED_CODE_VARIABLE } from "./compiled-code.ts";
import { loadEntry } from "./load-entry.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wardex-loading-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv(COMPILED_CODE_VARIABLE, join(folder, "code"));
  onTestFinished(() => void vi.unstubAllEnvs());
  mkdirSync(join(folder, "chunks"));
  write("entry", '"use strict";const {twice}=require("./chunks/twice.cjs");exports.four=twice(2);exports.twice=twice;');
  write("chunks/twice", '"use strict";require("../entry.cjs");function twice(n){return 2*n}exports.twice=twice;');
});

const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.cjs`), text);
const load = () => loadEntry(pathToFileURL(join(folder, "entry.js")).href, "b1", false, 1);
const codeFile = async (): Promise<string> =>
  vi.waitFor(() => {
    const [name] = readdirSync(join(folder, "code")).filter((each) => !/\.\d+$/.test(each));
    expect(name).toBeDefined();
    return join(folder, "code", name!);
  });

describe("an entry", () => {
  test("exports what its chunks make, each of which is run once", () => {
    expect(load()["four"]).toBe(4);
  });

  test("imports packages of the newer kind", async () => {
    write("entry", 'exports.later=()=>module.import("node:os");');
    const { later } = load() as { later(): Promise<object> };
    expect(Object.keys(await later())).toContain("hostname");
  });

  test("is compiled once, and from then on taken from what was kept", async () => {
    load();
    const file = await codeFile();
    const { mtimeMs } = statSync(file);
    expect(load()["four"]).toBe(4);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  test("is kept soon, of however many small chunks it is", async () => {
    const names = Array.from({ length: 100 }, (_, at) => `chunks/small-${at}`);
    for (const name of names) write(name, "exports.one=1;");
    write("entry", names.map((name) => `require("./${name}.cjs");`).join(""));
    load();
    await codeFile();
  });

  test("is compiled again where V8 does not take what was kept", async () => {
    load();
    const { mtimeMs } = statSync(await codeFile());
    write("chunks/twice", '"use strict";function twice(n){return n+n+0}exports.twice=twice;');
    expect(load()["four"]).toBe(4);
    await vi.waitFor(async () => expect(statSync(await codeFile()).mtimeMs).toBeGreaterThan(mtimeMs));
  });

  test("leaves nothing where nothing is to be kept", async () => {
    vi.stubEnv(COMPILED_CODE_VARIABLE, "");
    load();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readdirSync(folder).sort()).toEqual(["chunks", "entry.cjs"]);
  });
});
