/**
 * Cases after the reference of `categorize_text` and its published test; the numbers of other cases are computed by
 * hand from the weights of `token-weights.ts`: 3 for a word, 4 for one that turns a message round, 1 for what remains.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BodyReader } from "../../compat/body-reader.ts";
import type { JsonObject } from "../../core/json.ts";
import { commonTokens, distance, similarity } from "./alignment.ts";
import { Categorizer } from "./categorizer.ts";
import { renderCategory } from "./category.ts";
import { type CategoriesPartial, mergeCategories } from "./category-results.ts";
import { readMessageTokens } from "./message-tokens.ts";
import { tokenWeights, totalOf } from "./token-weights.ts";

const tokensBy = (body: JsonObject): ((message: string) => string[]) =>
  readMessageTokens(new BodyReader("categorize_text", body, "object"));

/** What one shard makes of messages. */
function shardOf(messages: readonly string[], percent: number, body: JsonObject = {}): CategoriesPartial {
  const tokensOf = tokensBy(body);
  const categorizer = new Categorizer(percent / 100, () => undefined);
  const counts: number[] = [];
  for (const message of messages) {
    const number = categorizer.add(tokensOf(message), message.length);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  return counts.map((docCount, number) => ({ category: categorizer.category(number), docCount, children: [] }));
}

function categories(shards: readonly (readonly string[])[], percent = 70, body: JsonObject = {}): unknown[] {
  const kept = { threshold: percent / 100, size: 10, least: 1, children: { aggregations: [], pipelines: [] } };
  const partials = shards.map((messages) => shardOf(messages, percent, body));
  return mergeCategories(kept, partials, { countBuckets: () => undefined }).map(({ category, docCount }) => {
    const { key, regex, max_matching_length: longest } = renderCategory(category);
    return [docCount, key, regex, longest];
  });
}

const nodes = ["Node 2 stopping", "Node 2 starting", "Node 4 stopping", "Node 5 stopping"];
const users = ["User Foo logging on", "User Foo logging on", "User Foo logging off"];

describe("the published test", () => {
  test("keeps apart what differs by a word of four", () => {
    expect(categories([[...nodes, ...users]])).toEqual([
      [3, "Node stopping", ".*?Node.+?stopping.*?", 16],
      [2, "User Foo logging on", ".*?User.+?Foo.+?logging.+?on.*?", 20],
      [1, "Node starting", ".*?Node.+?starting.*?", 16],
      [1, "User Foo logging off", ".*?User.+?Foo.+?logging.+?off.*?", 22],
    ]);
  });

  test("a low threshold joins, and the key keeps what all messages have", () => {
    expect(categories([[...nodes, ...users]], 11)).toEqual([
      [4, "Node", ".*?Node.*?", 16],
      [3, "User Foo logging", ".*?User.+?Foo.+?logging.*?", 22],
    ]);
  });
});

describe("the example of the reference", () => {
  const messages = [
    "2016-02-07T00:00:00+0000 Node 3 shutting down",
    "2016-02-07T00:00:00+0000 Node 5 starting up",
    "2016-02-07T00:00:00+0000 Node 4 shutting down",
    "2016-02-08T00:00:00+0000 Node 5 shutting down",
    "2016-02-08T00:00:00+0000 User foo_325 logging on",
    "2016-02-08T00:00:00+0000 User foo_864 logged off",
  ];
  const filters = { categorization_filters: [String.raw`\w+\_\d{3}`] };
  const keys = (found: readonly unknown[]): unknown[] => found.map((one) => (one as unknown[]).slice(0, 2));

  test.each([
    [
      {},
      70,
      [
        [3, "Node shutting down"],
        [1, "Node starting up"],
        [1, "User foo_325 logging on"],
        [1, "User foo_864 logged off"],
      ],
    ],
    [
      filters,
      70,
      [
        [3, "Node shutting down"],
        [1, "Node starting up"],
        [1, "User logged off"],
        [1, "User logging on"],
      ],
    ],
    [
      filters,
      30,
      [
        [4, "Node"],
        [2, "User"],
      ],
    ],
  ] as const)("%j at %i", (body, percent, expected) => {
    expect(keys(categories([messages], percent, body))).toEqual(expected);
    expect(keys(categories([messages.slice(0, 2), messages.slice(2, 3), messages.slice(3)], percent, body))).toEqual(
      expected,
    );
  });
});

test("messages are compared with the first of a category, and those nearest take them", () => {
  // (3 + 3 + 3 + 3 - 3) / 12 = 0.75 of the first, and the third differs from it by 6 of 12.
  expect(categories([["alpha beta gamma delta", "alpha beta gamma zeta", "alpha beta eta theta"]])).toEqual([
    [2, "alpha beta gamma", ".*?alpha.+?beta.+?gamma.*?", 24],
    [1, "alpha beta eta theta", ".*?alpha.+?beta.+?eta.+?theta.*?", 22],
  ]);
});

test("texts without tokens are a category, and tokens are quoted in expressions", () => {
  expect(categories([["12:00", "2024-03-01", "read www.example.org"]])).toEqual([
    [2, "", ".*?", 11],
    [1, "read www.example.org", String.raw`.*?read.+?www\.example\.org.*?`, 22],
  ]);
});

test("tokens are those of the analyzer that is asked for, of which the first hundred count", () => {
  expect(tokensBy({ categorization_analyzer: "english" })("The nodes were stopping")).toEqual(["node", "were", "stop"]);
  const chain = { char_filter: ["first_non_blank_line"], tokenizer: "ml_classic", filter: ["lowercase"] };
  expect(tokensBy({ categorization_analyzer: chain })("\n \nGET /a_b/index.html 404\nx")).toEqual([
    "get",
    "a_b",
    "index.html",
  ]);
  expect(
    tokensBy({})("---\nTuesday: 0xff GET http://h.org/x/1 from /var/log C:\\tmp\\f.txt dead-beef, Bär.\nx"),
  ).toEqual(["GET", "http://h.org/x/1", "from", "/var/log", "C:\\tmp\\f.txt", "Bär"]);
  expect(tokensBy({})("word ".repeat(300))).toHaveLength(100);
});

test("refuses what cannot be read", () => {
  const refused = (body: JsonObject): string => {
    try {
      tokensBy(body);
      return "";
    } catch (error) {
      const { cause } = error as { cause?: { message?: string } };
      return cause?.message ?? String(error);
    }
  };
  expect(refused({ categorization_filters: ["foo"], categorization_analyzer: "english" })).toBe(
    "[categorization_filters] cannot be used with [categorization_analyzer]",
  );
  expect(refused({ categorization_analyzer: "nope" })).toBe("Failed to find global analyzer [nope]");
  expect(refused({ categorization_analyzer: { tokenizer: "nope" } })).toContain("[nope]");
  expect(refused({ categorization_filters: ["("] })).not.toBe("");
});

const someTokens: fc.Arbitrary<string[]> = fc.array(
  fc.constantFrom("Node", "up", "stopping", "x1", "y2", "a", "down"),
  { maxLength: 7 },
);
const weighed = (tokens: string[]): { tokens: string[]; weights: number[]; total: number } => {
  const weights = tokenWeights(tokens);
  return { tokens, weights, total: totalOf(weights) };
};

test("a distance is that of the cheapest way from one list to the other", () => {
  const plain = (left: string[], right: string[]): number => {
    const [[l, ...ls], [r, ...rs]] = [left, right];
    if (l === undefined || r === undefined) return totalOf(tokenWeights([...left, ...right]));
    const [wl = 0, wr = 0] = tokenWeights([l, r]);
    if (l === r) return plain(ls, rs);
    return Math.min(plain(ls, rs) + Math.max(wl, wr), plain(ls, right) + wl, plain(left, rs) + wr);
  };
  fc.assert(
    fc.property(someTokens, someTokens, (left, right) => {
      expect(distance(weighed(left), weighed(right))).toBe(plain(left, right));
      expect(similarity(weighed(left), weighed(left))).toBe(1);
      const common = commonTokens(left, right);
      for (const list of [left, right]) expect(commonTokens(common, list)).toEqual(common);
    }),
  );
});

test("what is not aligned because too few tokens are shared would not have resembled", () => {
  fc.assert(
    fc.property(fc.array(someTokens, { maxLength: 12 }), fc.integer({ min: 1, max: 100 }), (messages, percent) => {
      const categorizer = new Categorizer(percent / 100, () => undefined);
      const plain: { first: string[]; common: string[] }[] = [];
      const known = new Map<string, number>();
      for (const tokens of messages) {
        let best = known.get(tokens.join(" ")) ?? -1;
        let most = 0;
        if (best < 0)
          for (const [number, { first, common }] of plain.entries()) {
            const found = similarity(weighed(first), weighed(tokens));
            if (found < percent / 100 - 1e-9 || found <= most || !common.some((token) => tokens.includes(token)))
              continue;
            [best, most] = [number, found];
          }
        if (best < 0 || (tokens.length > 0 && !plain[best]!.common.some((token) => tokens.includes(token))))
          best = plain.push({ first: tokens, common: tokens }) - 1;
        known.set(tokens.join(" "), best);
        plain[best]!.common = commonTokens(plain[best]!.common, tokens);
        expect(categorizer.add(tokens, 1)).toBe(best);
        expect(categorizer.category(best).common).toEqual(plain[best]!.common);
      }
    }),
  );
});
