/** What significant terms and texts read alike. */
import type { BodyReader } from "../../compat/body-reader.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Query } from "../../query/query.ts";
import type { AggregationParseContext } from "../aggregation-kind.ts";
import { unsupportedToken, withinField } from "../declared-values.ts";
import { readCount } from "../terms/read-selection.ts";
import { type TermRules, readTermRules } from "../terms/term-rules.ts";
import { HEURISTICS, type Heuristic, jlh, readHeuristic } from "./heuristics.ts";

const DEFAULT_SIZE = 10;
const DEFAULT_LEAST = 3;

export interface SignificanceRequest {
  readonly size: number;
  readonly shardSize: number;
  readonly least: number;
  readonly shardLeast: number;
  readonly heuristic: Heuristic;
  readonly background: Query;
  readonly rules: TermRules | undefined;
  /** Whether it stands below no buckets. */
  readonly isTop: boolean;
}

export function readSignificance(
  name: string,
  read: BodyReader,
  context: AggregationParseContext,
): SignificanceRequest {
  const size = readCount(read, name, { key: "size", shown: "size", least: 1 }) ?? DEFAULT_SIZE;
  const given = readCount(read, name, { key: "shard_size", shown: "shardSize", least: 1 });
  const least = readCount(read, name, { key: "min_doc_count", shown: "minDocCount", least: 0 }) ?? DEFAULT_LEAST;
  const shardLeast = readCount(read, name, { key: "shard_min_doc_count", shown: "shardMinDocCount", least: 0 }) ?? 0;
  let heuristic = jlh;
  for (const key of read.keys().filter((one) => HEURISTICS.includes(one))) {
    const body = read.json(key) ?? null;
    if (!isJsonObject(body)) throw unsupportedToken(read, key, body);
    heuristic = readHeuristic(key, body, context.mapping);
  }
  const filter = read.json("background_filter");
  const background =
    filter === undefined ? context.filter : withinField(read, "background_filter", () => context.parseQuery(filter));
  const rules = readTermRules(read);
  // Twice as many as of terms, since a term that is frequent on one shard may be rare on all.
  const shardSize = Math.max(size, given ?? 2 * Math.floor(size * 1.5 + 10));
  return { size, shardSize, least, shardLeast, heuristic, background, rules, isTop: context.around.length === 0 };
}
