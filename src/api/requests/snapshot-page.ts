/** A page of snapshots: their order, where it begins, and how the next one is asked for. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { numberFormat } from "../../compat/body-reader.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { nameTable } from "../../core/names.ts";
import { integerParameter, listParameter } from "../../http/parameters.ts";
import type { SnapshotInfo } from "../../snapshots/snapshot-info.ts";
import { policyOf } from "./render-snapshot.ts";

type Parameters = Readonly<Record<string, string>>;
type SortValue = string | number;

/** Values by sort key. Ties go by name, then by repository. */
const KEYS = nameTable<(info: SnapshotInfo) => SortValue>({
  start_time: ({ startMs }) => startMs,
  duration: ({ startMs, endMs, state }) => (state === "IN_PROGRESS" ? 0 : endMs - startMs),
  name: ({ name }) => name,
  index_count: ({ indices }) => indices.length,
  repository: ({ repository }) => repository,
  shard_count: ({ shards }) => shards,
  failed_shard_count: ({ failures }) => failures.length,
});
const TEXT_KEYS: readonly string[] = ["name", "repository"];
const STATES: readonly string[] = ["SUCCESS", "PARTIAL", "FAILED", "IN_PROGRESS", "INCOMPATIBLE"];

export interface SnapshotPageRequest {
  readonly value: (info: SnapshotInfo) => SortValue;
  readonly isDescending: boolean;
  readonly size: number;
  readonly offset: number;
  readonly after: { readonly value: SortValue; readonly name: string; readonly repository: string } | undefined;
  readonly from: SortValue | undefined;
  /** Patterns of policies; undefined: any. */
  readonly policies: readonly string[] | undefined;
  readonly states: readonly string[] | undefined;
}

/** Throws 400 as Elasticsearch does, also for what goes with `verbose` only. */
export function readSnapshotPage(parameters: Parameters, verbose: boolean): SnapshotPageRequest {
  const { sort = "start_time", order = "asc", after: cursor, from_sort_value: fromText } = parameters;
  const value = KEYS[sort];
  if (!value) throw illegalArgument(`unknown sort key [${sort}]`);
  if (!/^(asc|desc)$/i.test(order))
    throw illegalArgument(`No enum constant org.elasticsearch.search.sort.SortOrder.${order.toUpperCase()}`);
  const isDescending = order.toLowerCase() === "desc";
  const size = integerParameter(parameters, "size") ?? -1;
  const offset = integerParameter(parameters, "offset") ?? 0;
  if (offset < 0) throw illegalArgument(String(offset));
  const after = cursor === undefined ? undefined : readCursor(cursor, sort);
  const policies = listParameter(parameters, "slm_policy_filter");
  const given = { after, fromText, offset, policies, size, isDescending, sort };
  const faults = verbose ? verboseFaults(given) : briefFaults(given);
  if (faults.length > 0) throw validationFailed(faults);
  const from = fromText === undefined ? undefined : sortValue(fromText, sort);
  const states = listParameter(parameters, "state")?.map((state) => state.toUpperCase());
  const unknown = states?.find((state) => !STATES.includes(state));
  if (unknown !== undefined)
    throw illegalArgument(`No enum constant org.elasticsearch.snapshots.SnapshotState.${unknown}`);
  return { value, isDescending, size, offset, after, from, policies, states };
}

interface Given {
  readonly after: unknown;
  readonly fromText: string | undefined;
  readonly offset: number;
  readonly policies: readonly string[] | undefined;
  readonly size: number;
  readonly isDescending: boolean;
  readonly sort: string;
}

function verboseFaults({ after, fromText, offset, size }: Given): string[] {
  const faults: string[] = [];
  if (size === 0 || size < -1) faults.push("size must be -1 or greater than 0");
  if (after !== undefined && offset > 0) faults.push("can't use after and offset simultaneously");
  if (after !== undefined && fromText !== undefined) faults.push("can't use after and from_sort_value simultaneously");
  return faults;
}

function briefFaults({ after, fromText, offset, policies, size, isDescending, sort }: Given): string[] {
  const faults: string[] = [];
  if (sort !== "start_time") faults.push("can't use non-default sort with verbose=false");
  if (size > 0) faults.push("can't use size limit with verbose=false");
  if (offset > 0) faults.push("can't use offset with verbose=false");
  if (after !== undefined) faults.push("can't use after with verbose=false");
  if (isDescending) faults.push("can't use non-default sort order with verbose=false");
  if (policies) faults.push("can't use slm policy filter with verbose=false");
  if (fromText !== undefined) faults.push("can't use from_sort_value with verbose=false");
  return faults;
}

function sortValue(text: string, sort: string): SortValue {
  if (TEXT_KEYS.includes(sort)) return text;
  if (!/^[+-]?\d{1,18}$/.test(text)) throw numberFormat(text);
  return Number(text);
}

function readCursor(cursor: string, sort: string): SnapshotPageRequest["after"] {
  if (Buffer.from(cursor, "base64").length === 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(cursor))
    throw illegalArgument("Input byte[] should at least have 2 bytes for base64 bytes");
  const [value, repository, name, ...more] = Buffer.from(cursor, "base64").toString("utf8").split(",");
  if (value === undefined || repository === undefined || name === undefined || more.length > 0)
    throw new RequestError(400, "illegal_argument_exception", `invalid ?after parameter [${cursor}]`);
  return { value: sortValue(value, sort), repository, name };
}

export interface SnapshotPage {
  readonly snapshots: readonly SnapshotInfo[];
  readonly next: string | undefined;
  readonly total: number;
  readonly remaining: number;
}

export function snapshotPage(all: readonly SnapshotInfo[], request: SnapshotPageRequest): SnapshotPage {
  const { value, isDescending, size, offset, after, from, policies, states } = request;
  const direction = isDescending ? -1 : 1;
  const place = (info: SnapshotInfo): readonly [SortValue, string, string] => [value(info), info.name, info.repository];
  const order = (one: readonly SortValue[], other: readonly SortValue[]): number => direction * compareAll(one, other);
  const matching = all
    .filter((info) => from === undefined || direction * compare(value(info), from) >= 0)
    .filter((info) => !policies || isOfPolicy(policies, policyOf(info)))
    .filter((info) => !states || states.includes(info.state))
    .sort((one, other) => order(place(one), place(other)));
  const behind = after
    ? matching.filter((info) => order(place(info), [after.value, after.name, after.repository]) > 0)
    : matching.slice(offset);
  const snapshots = size > 0 ? behind.slice(0, size) : behind;
  const last = snapshots.at(-1);
  const remaining = behind.length - snapshots.length;
  const next =
    last && remaining > 0
      ? Buffer.from([value(last), last.repository, last.name].join(",")).toString("base64url")
      : undefined;
  return { snapshots, next: next && padded(next), total: matching.length, remaining };
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

function compareAll(one: readonly SortValue[], other: readonly SortValue[]): number {
  for (let at = 0; at < one.length; at++) {
    const difference = compare(one[at] ?? "", other[at] ?? "");
    if (difference !== 0) return difference;
  }
  return 0;
}

function compare(one: SortValue, other: SortValue): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** `_none`: made by no policy. */
function isOfPolicy(patterns: readonly string[], policy: string | undefined): boolean {
  let isIn = false;
  for (const pattern of patterns) {
    if (pattern === "_none") isIn ||= policy === undefined;
    else if (pattern.startsWith("-")) isIn &&= policy === undefined || !simpleMatch(pattern.slice(1), policy);
    else isIn ||= policy !== undefined && simpleMatch(pattern, policy);
  }
  return isIn;
}
