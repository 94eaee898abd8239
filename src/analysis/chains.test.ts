/** Component chains produce the tokens recorded from a real server; chains-oracle.test.ts compares many more. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oracleChains } from "../testing/analysis/oracle-chains.ts";
import { ourLines, recordedChains } from "../testing/analysis/oracle-lines.ts";
import { recordedTexts } from "../testing/analysis/oracle-texts.ts";

const recorded = JSON.parse(readFileSync(recordedChains, "utf8")) as Readonly<Record<string, readonly string[]>>;

test("every chain is recorded", () => {
  expect(Object.keys(recorded)).toEqual(oracleChains.map((chain) => JSON.stringify(chain)));
});

test.each(oracleChains.map((chain) => [JSON.stringify(chain), chain] as const))("%s", (name, chain) => {
  expect(ourLines(chain, recordedTexts).join("\n")).toBe(recorded[name]?.join("\n"));
});
