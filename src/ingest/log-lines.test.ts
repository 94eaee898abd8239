/** 500 lines of 25 formats of logs, and what OpenSearch 3.8 made of them by grok and by dissect. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeJson } from "../compat/json/write-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { runCase, testIngest } from "../testing/ingest/run-case.ts";

/** A row for each line: the values of the fields, null for a field that it has not; or why there are none. */
interface Table {
  readonly fields: readonly string[];
  readonly rows: readonly (string | readonly Json[])[];
}

interface Format {
  readonly format: string;
  readonly grok: readonly string[];
  readonly dissect: string;
  readonly lines: readonly string[];
  readonly groked: Table;
  readonly dissected: Table;
}

const formats: Format[] = JSON.parse(
  readFileSync(new URL("../testing/ingest/log-lines.json", import.meta.url), "utf8"),
);
const service = testIngest();

test("there are 500 of them", () => {
  expect(formats.flatMap(({ lines }) => lines)).toHaveLength(500);
});

test.each(formats)("$format", async ({ grok, dissect, lines, groked, dissected }) => {
  const patterns = { field: "m", patterns: [...grok], trace_match: grok.length > 1 };
  for (const [at, m] of lines.entries()) {
    expect(await made({ grok: patterns }, m), m).toEqual(expected(groked, at));
    expect(await made({ dissect: { field: "m", pattern: dissect } }, m), m).toEqual(expected(dissected, at));
  }
});

async function made(processor: JsonObject, m: string): Promise<Json> {
  const answer: Json = JSON.parse(writeJson(await runCase(service, [processor], { m })));
  if (!isJsonObject(answer)) return answer;
  if (isJsonObject(answer["error"])) return answer["error"]["reason"] ?? null;
  const source = isJsonObject(answer["source"]) ? answer["source"] : {};
  return Object.fromEntries(Object.entries(source).filter(([name, value]) => name !== "m" || value !== m));
}

function expected({ fields, rows }: Table, at: number): Json {
  const row = rows[at] ?? "";
  if (typeof row === "string") return row;
  return Object.fromEntries(fields.flatMap((name, place) => (row[place] === null ? [] : [[name, row[place] ?? null]])));
}
