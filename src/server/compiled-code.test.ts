import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { keepCompiledCode } from "./compiled-code.ts";
import { PRODUCT_VERSION } from "./product-version.ts";

let asked: string[];
let data: string;
beforeEach(() => {
  asked = [];
  data = mkdtempSync(join(tmpdir(), "wardex-compiled-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
});
const node = { enableCompileCache: (folder: string) => void asked.push(folder) };

describe("compiled code", () => {
  test("is kept in the data folder, for this version alone, and threads hear of it", () => {
    const environment: NodeJS.ProcessEnv = {};
    mkdirSync(join(data, "compiled/0.0.0"), { recursive: true });
    keepCompiledCode(data, environment, node);
    const folder = join(data, "compiled", PRODUCT_VERSION);
    expect([asked, environment["NODE_COMPILE_CACHE"]]).toEqual([[folder], folder]);
    expect([existsSync(folder), existsSync(join(data, "compiled/0.0.0"))]).toEqual([true, false]);
  });

  const nowhere: [string, () => string | undefined, NodeJS.ProcessEnv, typeof node | object][] = [
    ["in memory", () => undefined, {}, node],
    ["before the folder is made", () => join(data, "absent"), {}, node],
    ["where others may write", () => (chmodSync(data, 0o777), data), {}, node],
    ["where somebody else decided", () => data, { NODE_COMPILE_CACHE: "" }, node],
    ["by a Node that cannot", () => data, {}, {}],
  ];
  test.each(nowhere)("is not kept %s", (_when, path, environment, given) => {
    keepCompiledCode(path(), environment, given);
    expect(asked).toEqual([]);
    expect(existsSync(join(data, "compiled"))).toBe(false);
  });
});
