/**
 * A page of a list, however far behind. A sort keeps all that comes before a page, which takes seconds at half a
 * million; so the place of the page is looked up first: the values of the order are counted in buckets, and only events
 * of those buckets are sorted that the page lies in. What is behind the middle of a bucket is sorted from the other
 * end.
 */
import { assert } from "../../core/assert.ts";
import type { JsonObject } from "../../core/json.ts";
import type { EventSort } from "./event-order.ts";
import { bucketsOf, type EventSearch, type TimeSpan } from "./event-search.ts";

/** So many events are sorted without more ado, unless a test says otherwise. */
const FEW = 10_000;
/** Values of a keyword up to which they are counted; more are sorted as they are. */
const MOST_VALUES = 50_000;
/** Columns whose beginning is sorted sooner than their values are counted. */
const MANY_VALUED: ReadonlySet<string> = new Set(["user", "client_ip", "pk"]);
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
  /** When they were created; undefined: at any time. */
  readonly span: TimeSpan | undefined;
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
export async function eventPage(
  search: EventSearch,
  query: PageQuery,
): Promise<{ count: number; sources: JsonObject[] }> {
  const { filters, order, from, size, few = FEW } = query;
  const [first] = order;
  const body = { ...bodyOf({ filters }), track_total_hits: true };
  if (first === undefined || size === 0) return { count: (await search(body)).total, sources: [] };
  // To count many values takes longer than to sort the beginning.
  if (MANY_VALUED.has(first.field) && from + size <= few) {
    const { total, sources } = await search({ ...body, sort: sortOf(order, false), from, size });
    return { count: total, sources: [...sources] };
  }
  const { total, aggregations } = await search({ ...body, aggs: bucketsBy(first, 0) });
  const end = Math.min(from + size, total);
  if (from >= end) return { count: total, sources: [] };
  const stretch: Stretch = { filters, total, order, step: 0, few, span: undefined };
  const buckets = readBuckets(aggregations, first, stretch);
  return {
    count: total,
    sources: buckets ? await part(search, stretch, { from, end }, buckets) : await sorted(search, stretch, from, end),
  };
}

/** The events at the places from `from` to before `end` of a stretch. */
async function part(
  search: EventSearch,
  stretch: Stretch,
  { from, end }: { from: number; end: number },
  known?: readonly Bucket[],
): Promise<JsonObject[]> {
  const [first] = stretch.order;
  if (!first || first.field === "pk" || stretch.total <= stretch.few) return sorted(search, stretch, from, end);
  const buckets = known ?? (await countedIn(search, stretch, first));
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
    // A group of several is small buckets all of which but the ends are on the page: sorted at once, whatever they sum
    // up to.
    found.push(
      ...(group.length === 1
        ? await part(search, inner, inside)
        : await sorted(search, inner, inside.from, inside.end)),
    );
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
  if (isTime(field)) {
    const filter = { range: { [column]: { gte: low.least, lt: high.end } } };
    const span = field === "created" ? { fromMs: Number(low.least), untilMs: Number(high.end) } : stretch.span;
    const inner = { ...stretch, filters: [...stretch.filters, filter], total: count, span };
    // Of one millisecond the next step of the order decides.
    if (stretch.step + 1 === STEPS_MS.length && group.length === 1)
      return { ...inner, order: stretch.order.slice(1), step: 0 };
    return { ...inner, step: stretch.step + 1 };
  }
  const filter = { range: { [column]: { gte: low.least, lte: high.end } } };
  // Of one value the next step of the order decides.
  const order = group.length === 1 ? stretch.order.slice(1) : stretch.order;
  return { ...stretch, filters: [...stretch.filters, filter], total: count, order, step: 0 };
}

async function sorted(search: EventSearch, stretch: Stretch, from: number, end: number): Promise<JsonObject[]> {
  const { order, total, span } = stretch;
  const reversed = from + end > total;
  const size = end - from;
  const { sources } = await search(
    { ...bodyOf(stretch), sort: sortOf(order, reversed), from: reversed ? total - end : from, size },
    span,
  );
  return reversed ? [...sources].reverse() : [...sources];
}

async function countedIn(search: EventSearch, stretch: Stretch, first: EventSort): Promise<Bucket[] | undefined> {
  const { aggregations } = await search({ ...bodyOf(stretch), aggs: bucketsBy(first, stretch.step) }, stretch.span);
  return readBuckets(aggregations, first, stretch);
}

/** Counts the values of a step of the order, in its order. */
function bucketsBy({ field, descending }: EventSort, step: number): JsonObject {
  const order = { _key: descending ? "desc" : "asc" };
  if (!isTime(field)) return { buckets: { terms: { field: columnOf(field), size: MOST_VALUES, order } } };
  return {
    buckets: { date_histogram: { field, fixed_interval: `${STEPS_MS[step] ?? 1}ms`, min_doc_count: 1, order } },
  };
}

/** Undefined when there are more values than were counted. */
function readBuckets(aggregations: JsonObject, { field }: EventSort, { step, total }: Stretch): Bucket[] | undefined {
  const lengthMs = STEPS_MS[step] ?? 1;
  const buckets = bucketsOf(aggregations, "buckets").map(({ key, doc_count }): Bucket => {
    const least = typeof key === "number" ? key : typeof key === "string" ? key : "";
    return { count: Number(doc_count), least, end: isTime(field) ? Number(key) + lengthMs : least };
  });
  // Events that came since the total was counted are in the buckets too.
  return buckets.reduce((sum, { count }) => sum + count, 0) >= total ? buckets : undefined;
}

function bodyOf({ filters }: Pick<Stretch, "filters">): JsonObject {
  return { query: { bool: { filter: [...filters] } }, size: 0, track_total_hits: false };
}

function sortOf(order: readonly EventSort[], reversed: boolean): JsonObject[] {
  return order.map(({ field, descending }) => ({
    [columnOf(field)]: { order: descending === reversed ? "asc" : "desc" },
  }));
}

/** The field of the documents that an order goes by. */
function columnOf(field: EventSort["field"]): string {
  return field === "user" || field === "client_ip" ? `order.${field}` : field;
}

function isTime(field: EventSort["field"]): boolean {
  return field === "created" || field === "expires";
}
