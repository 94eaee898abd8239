/** Maximum length of a text that is analyzed for highlighting; verified against Elasticsearch 8.19. */
import { beforeAll, expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { hitsOf, SearchFixture } from "../../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const TEXT = "The quick brown fox saw another fox.";
const QUICK = "The <em>quick</em> brown fox saw another fox.";
const ALL = "The <em>quick</em> brown <em>fox</em> saw another <em>fox</em>.";

beforeAll(async () => {
  const properties = {
    plain: { type: "text" },
    offsets: { type: "text", index_options: "offsets" },
    vectors: { type: "text", term_vector: "with_positions_offsets" },
    word: { type: "keyword" },
  };
  await fixture.create("h", { mapping: { properties }, settings: { "index.highlight.max_analyzed_offset": "10" } });
  await fixture.write("h", [["one", { plain: TEXT, offsets: TEXT, vectors: TEXT, word: "quick brown fox" }]]);
});

async function fragments(field: string, options: JsonObject): Promise<unknown> {
  try {
    const query = { query_string: { query: `${field}:${field === "word" ? `"quick brown fox"` : "(quick OR fox)"}` } };
    const [hit] = hitsOf(await fixture.search("h", { query, highlight: { fields: { [field]: options } } }));
    return (hit?.highlight as JsonObject | undefined)?.[field];
  } catch (error) {
    if (error instanceof RequestError) return (error.cause ?? error).message;
    throw error;
  }
}

const tooLong = (length: number, field: string, doc: string): string =>
  `The length [${length}] of field [${field}] in doc[${doc}]/index[h] exceeds the [index.highlight.max_analyzed_offset] limit [10]. To avoid this error, set the query parameter [max_analyzed_offset] to a value less than index setting [10] and this will tolerate long field values by truncating them.`;

test.each<[string, JsonObject, unknown]>([
  ["plain", {}, tooLong(36, "plain", "0")],
  ["plain", { type: "plain" }, tooLong(36, "plain", "one")],
  ["plain", { max_analyzed_offset: 9 }, [QUICK]],
  ["plain", { max_analyzed_offset: 9, type: "plain" }, [QUICK]],
  ["plain", { max_analyzed_offset: 11 }, tooLong(36, "plain", "0")],
  ["offsets", {}, [ALL]],
  ["offsets", { type: "plain" }, tooLong(36, "offsets", "one")],
  ["offsets", { max_analyzed_offset: 9 }, [QUICK]],
  ["vectors", {}, [ALL]],
  ["vectors", { max_analyzed_offset: 100 }, [ALL]],
  ["word", {}, tooLong(15, "word", "0")],
  ["word", { max_analyzed_offset: 9 }, ["<em>quick brown fox</em>"]],
])("[%s] with %j", async (field, options, expected) => {
  expect(await fragments(field, options)).toEqual(expected);
});
