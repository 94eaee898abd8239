/**
 * A page of a list, however far behind. A sort keeps all that comes before a page, which takes seconds at half a million; so the
 * place of the page is looked up first: the values of the order are counted in buckets, and only events of those buckets are sorted
 * that the page lies in. What is behind the middle of a bucket is sorted from the other end.
 */
import { assert } from "../../core/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { stringOf } from "../stored-values.ts";
import type { EventSort } from "./event-order.ts";
import { bucketsOf, type EventSearch } from "./event-search.ts";

/** So many events are sorted without more ado, unless a test says otherwise. */
const FEW = 10_000;
/** Values of a keyword up to which they are counted; more are sorted as they are. */
const MOST_VALUES = 50_000;
const DAY_MS = 86_400_000;
const STEPS_MS = [DAY_MS, 3_600_000, 60_000, 1000, 1];

/** A part of the ordered events. */
interface Stretch {
  readonly filters: readonly JsonObject[];
  /** How many there are. */
  readonly total: number;
  /** What they are still ordered by. */
  readonly order: readonly EventSort[];
  /** Width of the next buckets of time; an index of STEPS_MS. */
  readonly step: number;
  readonly few: number;
}

/** What is wanted. */
export interface PageQuery {
  readonly filters: readonly JsonObject[];
  readonly order: readonly EventSort[];
  readonly from: number;
  readonly size: number;
  /** Up to how many events are sorted without looking their place up. */
  readonly few?: number | undefined;
}

/** Part of the events that have neighbouring values of the first step of the order. */
interface Bucket {
  readonly count: number;
  /** Least value, and the first value that does not belong to it any more; equal for one value of a keyword. */
  readonly least: string | number;
  readonly end: string | number;
}

/** Documents of the page, in order; exact count of all. */
export async function eventPage(search: EventSearch, query: PageQuery): Promise<{ count: number; sources: JsonObject[] }> {
  const { filters, order, from, size, few = FEW } = query;
  // Columns of few values are sorted quickly at their beginning.
  if (size > 0 && from + size <= few && !isTime(order[0])) {
    const { total, sources } = await search({ query: { bool: { filter: [...filters] } }, sort: sortOf(order, false), from, size });
    return { count: total, sources: [...sources] };
  }
  const counted = isTime(order[0]) && size > 0 ? { aggs: timeBuckets(order[0], 0) } : {};
  const { total, aggregations } = await search({ query: { bool: { filter: [...filters] } }, size: 0, ...counted });
  const end = Math.min(from + size, total);
  if (from >= end) return { count: total, sources: [] };
  const stretch: Stretch = { filters, total, order, step: 0, few };
  const buckets = isTime(order[0]) ? readTimeBuckets(aggregations, 0) : undefined;
  return { count: total, sources: await part(search, stretch, { from, end }, buckets) };
}

/** The events at the places from `from` to before `end` of a stretch. */
async function part(search: EventSearch, stretch: Stretch, { from, end }: { from: number; end: number }, known?: readonly Bucket[]): Promise<JsonObject[]> {
  const [first] = stretch.order;
  if (!first || stretch.total <= stretch.few) return sorted(search, stretch, from, end);
  const buckets = known ?? (await bucketsIn(search, stretch, first));
  if (!buckets) return sorted(search, stretch, from, end);
  const found: JsonObject[] = [];
  let at = 0;
  let group: Bucket[] = [];
  let groupFrom = 0;
  const flush = async (): Promise<void> => {
    if (group.length === 0) return;
    const count = group.reduce((sum, bucket) => sum + bucket.count, 0);
    const inside = { from: Math.max(from - groupFrom, 0), end: Math.min(end - groupFrom, count) };
    const inner = within(stretch, first, group, count);
    // A group of several is small buckets all of which but the ends are on the page: sorted at once, whatever they sum up to.
    found.push(...(group.length === 1 ? await part(search, inner, inside) : await sorted(search, inner, inside.from, inside.end)));
    group = [];
  };
  for (const bucket of buckets) {
    const overlaps = at < end && at + bucket.count > from;
    if (overlaps) {
      // Large ones are looked into by themselves; of small ones the page holds all between its ends.
      if (bucket.count > stretch.few || (group[0]?.count ?? 0) > stretch.few) await flush();
      if (group.length === 0) groupFrom = at;
      group.push(bucket);
    }
    at += bucket.count;
  }
  await flush();
  return found;
}

/** The part of a stretch that some neighbouring buckets are. */
function within(stretch: Stretch, { field, descending }: EventSort, group: readonly Bucket[], count: number): Stretch {
  const column = columnOf(field);
  const [front, back] = [group[0], group.at(-1)];
  assert(front && back, "a group has buckets");
  const [low, high] = descending ? [back, front] : [front, back];
  if (isTimeField(field)) {
    const filter = { range: { [column]: { gte: low.least, lt: high.end } } };
    const filters = [...stretch.filters, filter];
    // Of one millisecond the next step of the order decides.
    if (stretch.step + 1 === STEPS_MS.length && group.length === 1) return { ...stretch, filters, total: count, order: stretch.order.slice(1), step: 0 };
    return { ...stretch, filters, total: count, step: stretch.step + 1 };
  }
  const filter = { range: { [column]: { gte: low.least, lte: high.end } } };
  // Of one value the next step of the order decides.
  const order = group.length === 1 ? stretch.order.slice(1) : stretch.order;
  return { ...stretch, filters: [...stretch.filters, filter], total: count, order, step: 0 };
}

async function sorted(search: EventSearch, { filters, order, total }: Stretch, from: number, end: number): Promise<JsonObject[]> {
  const reversed = from + end > total;
  const size = end - from;
  const { sources } = await search({
    query: { bool: { filter: [...filters] } },
    sort: sortOf(order, reversed),
    from: reversed ? total - end : from,
    size,
    track_total_hits: false,
  });
  return reversed ? [...sources].reverse() : [...sources];
}

/** The values of the first step, counted; undefined when there are too many. */
async function bucketsIn(search: EventSearch, stretch: Stretch, first: EventSort): Promise<Bucket[] | undefined> {
  const query = { bool: { filter: [...stretch.filters] } };
  if (isTimeField(first.field)) {
    const { aggregations } = await search({ query, size: 0, track_total_hits: false, aggs: timeBuckets(first, stretch.step) });
    return readTimeBuckets(aggregations, stretch.step);
  }
  if (first.field === "pk") return undefined;
  const terms = { field: columnOf(first.field), size: MOST_VALUES, order: { _key: first.descending ? "desc" : "asc" } };
  const { aggregations } = await search({ query, size: 0, track_total_hits: false, aggs: { values: { terms } } });
  const buckets = bucketsOf(aggregations, "values").map((bucket) => {
    const value = stringOf(bucket, "key");
    return { count: Number(bucket["doc_count"]), least: value, end: value };
  });
  return buckets.reduce((sum, { count }) => sum + count, 0) === stretch.total ? buckets : undefined;
}

function timeBuckets({ field, descending }: EventSort, step: number): JsonObject {
  const order = { _key: descending ? "desc" : "asc" };
  return { times: { date_histogram: { field, fixed_interval: `${STEPS_MS[step] ?? 1}ms`, min_doc_count: 1, order } } };
}

function readTimeBuckets(aggregations: JsonObject, step: number): Bucket[] {
  return bucketsOf(aggregations, "times").map(({ key, doc_count }) => ({
    count: Number(doc_count),
    least: Number(key),
    end: Number(key) + (STEPS_MS[step] ?? 1),
  }));
}

function sortOf(order: readonly EventSort[], reversed: boolean): JsonObject[] {
  return order.map(({ field, descending }) => ({ [columnOf(field)]: { order: descending === reversed ? "asc" : "desc" } }));
}

/** The field of the documents that an order goes by. */
function columnOf(field: EventSort["field"]): string {
  return field === "user" || field === "client_ip" ? `order.${field}` : field;
}

function isTimeField(field: EventSort["field"]): boolean {
  return field === "created" || field === "expires";
}

function isTime(sort: EventSort | undefined): sort is EventSort {
  return sort !== undefined && isTimeField(sort.field);
}
