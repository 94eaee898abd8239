/** One bucket for each word of a text that is more frequent in the documents of a bucket than in all. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { SourcePaths } from "../../hits/fetch/source-paths.ts";
import type { AggregationKind, BucketCollector, ShardCollection } from "../aggregation-kind.ts";
import { readBoolean, readInteger, readText, unsupportedToken } from "../declared-values.ts";
import { PostingsBackground } from "../significance/postings-background.ts";
import { RepeatedText } from "../significance/repeated-text.ts";
import { readSignificance, type SignificanceRequest } from "../significance/significance-request.ts";
import { SignificantCollector } from "../significance/significant-collector.ts";
import { nothing, significantAggregation, type SignificantPartial } from "../significance/significant-result.ts";
import { wordsOf } from "../significance/text-words.ts";
import { acceptsTerm, wordSides } from "../terms/term-filter.ts";
import { NO_AGGREGATIONS } from "../tree/child-results.ts";
import { RAW } from "../values/value-format.ts";

const KIND = "significant_text";

interface Asked {
  readonly name: string;
  readonly fieldName: string;
  readonly sourceFields: readonly string[] | undefined;
  readonly unrepeated: boolean;
  readonly request: SignificanceRequest;
}

function readSourceFields(read: BodyReader): string[] | undefined {
  const given = read.json("source_fields");
  if (given === undefined) return undefined;
  return (Array.isArray(given) ? given : [given]).map((field) => {
    if (typeof field === "string" || typeof field === "number" || typeof field === "boolean") return String(field);
    throw unsupportedToken(read, "source_fields", field);
  });
}

function collector(asked: Asked, mapping: MappingView, shard: ShardCollection): BucketCollector<SignificantPartial> {
  const field = mapping.field(asked.fieldName);
  if (!field) {
    return {
      segment: () => undefined,
      finish: () => undefined,
      results: (parents) => Array.from(parents, nothing),
    };
  }
  const isWhole = field.capabilities.sortColumn === "terms" && field.capabilities.valuesSource === "ordinals";
  if (!field.indexAnalyzer && !isWhole)
    throw illegalArgument(`Field [${asked.fieldName}] has no analyzer, but SignificantText requires an analyzed field`);
  const sides = wordSides(asked.request.rules, asked.name, shard.searcher);
  const words = {
    field,
    paths: asked.sourceFields ?? new SourcePaths(mapping).of(field),
    accepts: (word: Buffer) => acceptsTerm(sides, word),
    repeated: asked.unrepeated ? new RepeatedText((bytes) => shard.reserve(bytes)) : undefined,
  };
  return new SignificantCollector(
    {
      request: asked.request,
      children: NO_AGGREGATIONS,
      keys: { keys: (reader) => wordsOf(words, reader, shard) },
      background: new PostingsBackground(field.path),
      shown: { type: "string", format: RAW },
    },
    shard,
  );
}

export const significantText: AggregationKind = {
  name: KIND,
  summary: "One bucket for each word of a text that is more frequent in a bucket's documents than in all.",
  bucket: true,
  valueTypes: ["keyword"],
  parse(name, body, { aggregations, pipelines }, context) {
    if (aggregations.length > 0 || pipelines.length > 0)
      throw illegalArgument(`Aggregator [${name}] of type [${KIND}] cannot accept sub-aggregations`);
    const read = new BodyReader(KIND, body, "object with names");
    const fieldName = readText(read, "field");
    const sourceFields = readSourceFields(read);
    const unrepeated = readBoolean(read, "filter_duplicate_text") ?? false;
    const request = readSignificance(name, read, context);
    const shardSize = readInteger(read, "shard_size") ?? request.shardSize;
    read.end();
    if (fieldName === undefined) throw illegalArgument("Required [field]");
    const asked = { name, fieldName, sourceFields, unrepeated, request: { ...request, shardSize } };
    return significantAggregation(name, KIND, { ...request, children: NO_AGGREGATIONS }, (shard) =>
      collector(asked, context.mapping, shard),
    );
  },
};
