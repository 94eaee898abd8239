/** Reads which terms are kept: sizes, least counts and order (`TermsAggregator.BucketCountThresholds`). */
import type { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { failedField, readBoolean, readInteger, readText } from "../declared-values.ts";
import { type OrderPart, isKeyOrder, readOrder } from "../order/bucket-order.ts";

const DEFAULT_SIZE = 10;
const MOST_BUCKETS = 2 ** 31 - 1;
const COLLECT_MODES = ["depth_first", "breadth_first"];

/** The parameters. */
export interface Selection {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly showError: boolean;
  readonly order: readonly OrderPart[];
}

export function readSelection(read: BodyReader, name: string): Selection {
  const size = readCount(read, name, { key: "size", shown: "size", least: 1 }) ?? DEFAULT_SIZE;
  const shardSize = readCount(read, name, { key: "shard_size", shown: "shardSize", least: 1 });
  const minDocCount = readCount(read, name, { key: "min_doc_count", shown: "minDocCount", least: 0 }) ?? 1;
  const shardMinDocCount =
    readCount(read, name, { key: "shard_min_doc_count", shown: "shardMinDocCount", least: 0 }) ?? 0;
  const showError = readBoolean(read, "show_term_doc_count_error") ?? false;
  readCollectMode(read);
  const order = readOrder(read) ?? [{ by: "count", sign: -1 }];
  // BucketUtils.suggestShardSideQueueSize: more than requested, so that the overall best are among the best of each
  // shard.
  const suggested = isKeyOrder(order) ? size : Math.min(Math.floor(size * 1.5 + 10), MOST_BUCKETS);
  return {
    size,
    shardSize: Math.max(size, shardSize ?? suggested),
    minDocCount,
    shardMinDocCount,
    showError,
    order,
  };
}

/** The collect mode is only a hint: the result is the same. */
function readCollectMode(read: BodyReader): void {
  const mode = readText(read, "collect_mode");
  if (mode === undefined || COLLECT_MODES.includes(mode)) return;
  throw failedField(
    read,
    "collect_mode",
    new RequestError(400, "parse_exception", `no [collect_mode] found for value [${mode}]`),
  );
}

/** A number of buckets or documents. Throws 400 for one below the least. */
export function readCount(
  read: BodyReader,
  name: string,
  what: { key: string; shown: string; least: 0 | 1 },
): number | undefined {
  const value = readInteger(read, what.key);
  if (value === undefined || value >= what.least) return value;
  const range = what.least === 1 ? "greater than 0" : "greater than or equal to 0";
  throw failedField(read, what.key, illegalArgument(`[${what.shown}] must be ${range}. Found [${value}] in [${name}]`));
}
