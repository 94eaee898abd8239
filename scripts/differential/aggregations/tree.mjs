// Trees of aggregations over all kinds of the core of 8.19.
import { optional, several } from "../values.mjs";
import { buckets } from "./buckets.mjs";
import { VALUES, metrics } from "./metrics.mjs";

const FREQUENT = ["terms", "terms", "terms", "date_histogram", "histogram", "range", "filters", "composite"];
const INSIDE_ONLY_AT_TOP = ["global", "composite"];

/** Aggregations by name; `level` is 0 at the top. */
export function treeOf(random, level = 0) {
  const tree = {};
  for (const at of several(random, 1, level === 0 ? 2 : 3, (place) => place)) {
    const isBucket = level < 3 && random.chance(level === 0 ? 0.8 : 0.4);
    tree[`a${level}${at}`] = isBucket ? bucketOf(random, level) : metricOf(random);
  }
  return { ...tree, ...pipelinesOf(random, tree) };
}

function metricOf(random) {
  const kind = random.pick(Object.keys(metrics));
  return { [kind]: metrics[kind](random), ...optional(random, 0.05, { meta: () => ({ note: "kept" }) }) };
}

function bucketOf(random, level) {
  let kind = random.pick(random.chance(0.5) ? FREQUENT : Object.keys(buckets));
  if (level > 0 && INSIDE_ONLY_AT_TOP.includes(kind)) kind = "terms";
  if (kind === "nested") return nestedOf(random);
  // Below several buckets, 8.19 mixes up what stands below rare terms.
  const isMixed = kind === "rare_terms" && level > 0;
  const any = !isMixed && random.chance(level === 0 ? 0.6 : 0.4) ? treeOf(random, level + 1) : undefined;
  const below = any && kind === "ip_prefix" ? withoutPipelines(any) : any; // 8.19 does not run them there
  const body = buckets[kind](random, () => orderOf(random, below));
  return { [kind]: body, ...(below ? { aggs: below } : {}) };
}

/** The same without pipelines at any depth. */
function withoutPipelines(tree) {
  const kept = Object.entries(tree).filter(([name]) => name !== "pipe");
  for (const [, one] of kept) if (one.aggs) one.aggs = withoutPipelines(one.aggs);
  return Object.fromEntries(kept);
}

/** Nested documents have fields of their own. */
function nestedOf(random) {
  const inside = random.pick([
    { s: { sum: { field: "o.n" } } },
    { t: { terms: { field: "o.k" }, aggs: { m: { max: { field: "o.n" } }, back: { reverse_nested: {} } } } },
    { t: { terms: { field: "o.k" }, aggs: { back: { reverse_nested: {}, aggs: { k: { terms: { field: "k" } } } } } } },
    { h: { histogram: { field: "o.n", interval: 3 } } },
  ]);
  return { nested: { path: "o" }, aggs: inside };
}

function orderOf(random, below) {
  const paths = Object.entries(below ?? {}).flatMap(([name, one]) =>
    (VALUES[Object.keys(one)[0]] ?? []).map((value) => `${name}${value}`),
  );
  const direction = random.pick(["asc", "desc"]);
  if (paths.length > 0 && random.chance(0.5)) return { order: { [random.pick(paths)]: direction } };
  return optional(random, 0.2, { order: () => ({ [random.pick(["_key", "_count"])]: direction }) });
}

const OVER_BUCKETS = ["avg_bucket", "sum_bucket", "min_bucket", "max_bucket", "stats_bucket", "extended_stats_bucket"];

function pipelinesOf(random, tree) {
  const many = Object.entries(tree).filter(([, one]) =>
    ["terms", "histogram", "date_histogram", "range"].some((kind) => one[kind] && !one[kind].keyed),
  );
  if (many.length === 0 || random.chance(0.7)) return {};
  const [name, one] = random.pick(many);
  const below = Object.entries(one.aggs ?? {}).flatMap(([child, inner]) =>
    (VALUES[Object.keys(inner)[0]] ?? []).map((value) => `${child}${value}`),
  );
  const path = `${name}>${random.pick([...below, "_count"])}`;
  const gap = optional(random, 0.3, { gap_policy: () => random.pick(["skip", "insert_zeros", "keep_values"]) });
  const kind = random.chance(0.2) ? "percentiles_bucket" : random.pick(OVER_BUCKETS);
  return { pipe: { [kind]: { buckets_path: path, ...gap } } };
}
