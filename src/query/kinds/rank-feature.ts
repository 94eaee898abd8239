/** `rank_feature`: documents with a feature, scored by its value. */
import { BodyReader, contentParseException } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { type FeatureFunction, linear, logarithm, saturation, sigmoid } from "../feature/feature-functions.ts";
import { type Feature, rankFeature as scoredFeature } from "../feature/rank-feature-expression.ts";
import { kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";

/** A function as the request has it; it is made for a shard, of which it may ask the mean value. */
interface Given {
  readonly name: "linear" | "log" | "saturation" | "sigmoid";
  readonly make: (mean: () => number) => FeatureFunction;
}

export const rankFeature: QueryKind = {
  name: "rank_feature",
  summary: "Matches documents with a feature, scored by a function of its value.",

  parse(body) {
    const read = new BodyReader("feature", body, "object");
    const head = readHead("rank_feature", read, body);
    const path = read.string("field");
    const functions = readers.flatMap(([name, make]) => {
      const value = read.json(name);
      return value === undefined ? [] : [readFunction(name, value, make)];
    });
    read.end();
    if (path === undefined) throw illegalArgument("Required [field]");
    const [given, second] = functions;
    if (second)
      throw new RequestError(
        400,
        "x_content_parse_exception",
        "Failed to build [feature] after last required field arrived",
        { cause: illegalArgument("Can only specify one of [log], [saturation], [sigmoid] and [linear]") },
      );
    const { name, make }: Given = given ?? { name: "saturation", make: (mean) => saturation(mean()) };
    return kindQuery(head, (searcher) => {
      const feature = featureAt(searcher, path);
      if (!feature) return matchNone("");
      if (feature.isNegative && name === "log")
        throw illegalArgument(
          "Cannot use the [log] function with a field that has a negative score impact as it would trigger negative scores",
        );
      return scoredFeature(feature, make);
    });
  },
};

const readers: readonly (readonly [Given["name"], (read: BodyReader) => Given["make"]])[] = [
  [
    "log",
    (read) => {
      const factor = required(read, "scaling_factor");
      return () => logarithm(factor);
    },
  ],
  [
    "saturation",
    (read) => {
      const pivot = read.number("pivot");
      return (mean) => saturation(pivot ?? mean());
    },
  ],
  [
    "sigmoid",
    (read) => {
      const given = { pivot: read.number("pivot"), exponent: read.number("exponent") };
      const missing = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [key] : []));
      const { pivot, exponent } = given;
      if (pivot === undefined || exponent === undefined) throw illegalArgument(`Required [${missing.join(", ")}]`);
      return () => sigmoid(pivot, exponent);
    },
  ],
  ["linear", () => () => linear],
];

function readFunction(name: Given["name"], value: Json, make: (read: BodyReader) => Given["make"]): Given {
  try {
    const read = new BodyReader(name, value, "object");
    const made = make(read);
    read.end();
    return { name, make: made };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw contentParseException(`[feature] failed to parse field [${name}]`, error);
  }
}

function required(read: BodyReader, key: string): number {
  const value = read.number(key);
  if (value === undefined) throw illegalArgument(`Required [${key}]`);
  return value;
}

/** The feature of a path: a field, or what follows the last dot in a field with several. */
function featureAt({ mapping }: SearcherView, path: string): Feature | undefined {
  const field = mapping.field(path);
  if (field?.capabilities.feature === "one")
    return { field, name: undefined, isNegative: field.parameters.positive_score_impact === false };
  const dot = path.lastIndexOf(".");
  const parent = dot < 0 ? undefined : mapping.field(path.slice(0, dot));
  if (!field && parent?.capabilities.feature === "several")
    return { field: parent, name: path.slice(dot + 1), isNegative: parent.parameters.positive_score_impact === false };
  if (!field) return undefined;
  throw illegalArgument(
    `[rank_feature] query only works on [rank_feature] fields and features of [rank_features] fields, not [${field.type}]`,
  );
}
