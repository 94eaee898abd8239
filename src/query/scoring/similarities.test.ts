/**
 * Scores and explanations of every similarity: recorded from Elasticsearch 8.19, and compared with the server whose
 * address is in WARDEX_ORACLE.
 */
import { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { RequestError } from "../../compat/errors.ts";
import { IndexSimilarities } from "../../mapping/similarities.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";
import { definitions, documents, mapping, queriesOf, settings } from "../../testing/query/similarity-cases.ts";

const address = process.env.WARDEX_ORACLE;
const index = "wardex-similarities";
const recordFile = new URL("similarity-scores.json", import.meta.url);
const fields = Object.keys(definitions);
const fixture = new QueryFixture(mapping, [...documents]);

/** `document score` of each hit, best first. */
function ours(query: JsonObject): string[] {
  return fixture.search(query).map(({ id, score }) => `${id} ${score}`);
}

describe("scores are those that Elasticsearch 8.19 gave", () => {
  const recorded: Record<string, string[][]> = JSON.parse(readFileSync(recordFile, "utf8"));
  test.each(fields)("%s", (field) => {
    expect(queriesOf(field).map(ours)).toEqual(recorded[field]);
  });
});

describe.skipIf(address === undefined)("compared with the real server", () => {
  const ask = async (method: string, path: string, body?: string): Promise<JsonObject> => {
    const response = await fetch(`${address}/${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { "content-type": "application/x-ndjson" },
    });
    const answer: unknown = await response.json();
    if (!isJsonObject(answer)) throw new Error(`${path} answered no object`);
    return answer;
  };
  const hitsOf = (answer: JsonObject): JsonObject[] =>
    ((answer["hits"] as JsonObject)["hits"] as Json[]).filter(isJsonObject);

  beforeAll(async () => {
    await ask("DELETE", index);
    await ask(
      "PUT",
      index,
      JSON.stringify({
        settings: { number_of_shards: 1, number_of_replicas: 0, ...settings },
        mappings: { properties: mapping },
      }),
    );
    const lines = documents.flatMap((document, id) => [
      JSON.stringify({ index: { _id: String(id) } }),
      JSON.stringify(document),
    ]);
    expect((await ask("POST", `${index}/_bulk?refresh=true`, `${lines.join("\n")}\n`))["errors"]).toBe(false);
    await ask("POST", `${index}/_forcemerge?max_num_segments=1`);
    await ask("POST", `${index}/_refresh`);
  });
  afterAll(async () => void (await ask("DELETE", index)));

  test("the recorded scores are its answers", async () => {
    const answered: Record<string, string[][]> = {};
    for (const field of fields) {
      const lists: string[][] = [];
      for (const query of queriesOf(field)) {
        const answer = await ask("POST", `${index}/_search?size=100`, JSON.stringify({ query, _source: false }));
        lists.push(hitsOf(answer).map((hit) => `${String(hit["_id"])} ${Math.fround(Number(hit["_score"]))}`));
      }
      answered[field] = lists;
    }
    if (process.env["WARDEX_RECORD"] === "1")
      writeFileSync(
        recordFile,
        `{\n${fields.map((field) => `${JSON.stringify(field)}: ${JSON.stringify(answered[field])}`).join(",\n")}\n}\n`,
      );
    expect(JSON.parse(readFileSync(recordFile, "utf8"))).toEqual(answered);
  });

  test.each(fields)("explains %s", async (field) => {
    for (const query of queriesOf(field)) {
      const answer = await ask(
        "POST",
        `${index}/_search?size=3&explain=true`,
        JSON.stringify({ query, _source: false }),
      );
      const own = new Map(fixture.explain(query).map(({ id, explanation }) => [id, explanation]));
      for (const hit of hitsOf(answer)) {
        const [ourLines, theirLines] = [
          lines(own.get(String(hit["_id"])) as unknown as Told),
          lines(hit["_explanation"] as unknown as Told),
        ];
        expect(ourLines.map(({ text }) => text)).toEqual(theirLines.map(({ text }) => text));
        // Elasticsearch prints intermediate values as float32 of its own steps.
        ourLines.forEach(({ value }, at) => {
          const theirs = theirLines[at]?.value ?? NaN;
          expect(Math.abs(value - theirs)).toBeLessThanOrEqual(1e-6 * Math.abs(theirs));
        });
      }
    }
  });
});

interface Told {
  readonly value: number;
  readonly description: string;
  readonly details: readonly Told[];
}

/** The tree as indented lines, without document numbers, which depend on the segment. */
function lines({ value, description, details }: Told, indent = ""): { text: string; value: number }[] {
  return [
    { text: indent + description.replace(/ in \d+\)/, ")"), value },
    ...details.flatMap((detail) => lines(detail, `${indent} `)),
  ];
}

describe("settings", () => {
  const made = (keys: Record<string, string | string[]>): unknown => {
    try {
      return new IndexSimilarities(
        Object.fromEntries(Object.entries(keys).map(([key, value]) => [`index.similarity.${key}`, value])),
        new ScriptCompiler().atOnce,
      ).named("my")?.type;
    } catch (error) {
      return error instanceof RequestError ? `${error.status} ${error.message}` : error;
    }
  };
  test.each<[Record<string, string | string[]>, string]>([
    [
      { "my.type": "DFR", "my.basic_model": "be" },
      "400 Basic model [be] isn't supported anymore, please use another model.",
    ],
    [{ "my.type": "DFR", "my.basic_model": "zz" }, "400 Unsupported BasicModel [zz], expected one of [if, in, g, ine]"],
    [
      { "my.type": "DFR", "my.basic_model": "g", "my.after_effect": "no" },
      "400 After effect [no] isn't supported anymore, please use another effect.",
    ],
    [{ "my.type": "DFR", "my.basic_model": "g", "my.after_effect": "l" }, "400 Unsupported Normalization [null]"],
    [{ "my.type": "nope" }, "400 Unknown Similarity type [nope] for [my]"],
    [{ "my.k1": "2" }, "400 Similarity [my] must have an associated type"],
    [{ "my.type": "BM25", "my.k1": "x" }, "500 Failed to parse float setting [k1] with value [x]"],
    [{ "my.type": "BM25", "my.k1": "-1" }, "400 illegal k1 value: -1.0, must be a non-negative finite value"],
    [{ "my.type": "BM25", "my.b": "2" }, "400 illegal b value: 2.0, must be between 0 and 1"],
    [
      { "my.type": "BM25", "my.foo": "2", "my.bar": "1" },
      "400 Unknown settings for similarity of type [BM25]: [bar, foo]",
    ],
    [
      { "my.type": "DFI", "my.independence_measure": "x" },
      "400 Unsupported IndependenceMeasure [x], expected one of [standardized, saturated, chisquared]",
    ],
    [{ "my.type": "IB", "my.distribution": "x" }, "400 Unsupported Distribution [x]"],
    [{ "my.type": "IB", "my.distribution": "ll", "my.lambda": "q" }, "400 Unsupported Lambda [q]"],
    [{ "my.type": "LMDirichlet", "my.mu": "-5" }, "400 illegal mu value: -5.0, must be a non-negative finite value"],
    [{ "my.type": "LMJelinekMercer", "my.lambda": "0" }, "400 lambda must be in the range (0 .. 1]"],
    [
      { "boolean.type": "BM25" },
      "400 illegal value for [index.similarity.boolean] cannot redefine built-in similarity",
    ],
    [
      { "my.type": "scripted", "my.script.source": "return 1", "my.weight_script.source": "return 1", "my.foo": "bar" },
      "scripted",
    ],
    [{ "my.type": "scripted" }, "400 must specify either [source] for an inline script or [id] for a stored script"],
    [
      { "my.type": "scripted", "my.script": "x" },
      "400 must specify either [source] for an inline script or [id] for a stored script",
    ],
    [
      { "my.type": "scripted", "my.script.source": "1", "my.script.lang": "foo" },
      "400 script_lang not supported [foo]",
    ],
    [
      { "my.type": "scripted", "my.script.source": ["1"] },
      "400 [1:11] [script] source doesn't support values of type: START_ARRAY",
    ],
    [{ "my.type": "scripted", "my.script.id": "x" }, "404 unable to find script [x] in cluster state"],
    [
      { "my.type": "scripted", "my.script.source": "1", "my.weight_script.foo": "1" },
      "400 [1:2] [script] unknown field [foo]",
    ],
    [
      { "my.type": "scripted", "my.script.source": "1", "my.discount_overlaps": "y" },
      "400 Failed to parse value [y] as only [true] or [false] are allowed.",
    ],
    [{ "my.type": "boolean" }, "boolean"],
    [{ "my.type": "LMDirichlet" }, "LMDirichlet"],
  ])("%j: %s", (keys, expected) => {
    expect(made(keys)).toBe(expected);
  });
});
