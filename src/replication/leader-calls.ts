/** What a follower asks of its leader over the link: names and forms of the calls, for both sides. */
import { crc32c } from "../core/crc32c.ts";
import { ownOf } from "../core/names.ts";
import type { OperationsPage } from "../documents/replication.ts";
import type { PlainData } from "../remote/plain-data.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";

export const LEADER_INDEX = "indices:data/read/xpack/ccr/leader_index";
export const LEADER_INDICES = "indices:data/read/xpack/ccr/leader_indices";
export const SHARD_CHANGES = "indices:data/read/xpack/ccr/shard_changes";
export const OPEN_FILES = "internal:admin/ccr/restore/session/put";
export const READ_FILE = "internal:admin/ccr/restore/file_chunk/get";
export const CLOSE_FILES = "internal:admin/ccr/restore/session/clear";
export const CHANGE_LEASE = "indices:admin/seq_no/retention_lease";

export type Members = Readonly<Record<string, PlainData>>;

/** Throws 400 for what is no object. */
export function membersOf(data: PlainData): Members {
  if (
    typeof data !== "object" ||
    data === null ||
    Array.isArray(data) ||
    ArrayBuffer.isView(data) ||
    data instanceof Map
  )
    throw illegalArgument("the body of the call is no object");
  return data as Members;
}

export function textOf(members: Members, name: string): string {
  const value = ownOf(members, name);
  if (typeof value !== "string") throw illegalArgument(`[${name}] is no text`);
  return value;
}

export function numberOf(members: Members, name: string): number {
  const value = ownOf(members, name);
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw illegalArgument(`[${name}] is no integer`);
  return value;
}

export function bytesOf(members: Members, name: string): Uint8Array {
  const value = ownOf(members, name);
  if (!(value instanceof Uint8Array)) throw illegalArgument(`[${name}] are no bytes`);
  return value;
}

/** Versions of an index that a follower must have before it writes. */
export interface LeaderVersions {
  readonly mapping: number;
  readonly settings: number;
  readonly aliases: number;
}

/** What a leader answers when it is asked for changes of a shard. */
export interface LeaderPage extends OperationsPage {
  readonly versions: LeaderVersions;
  readonly tookMs: number;
}

/** The page with a checksum of all it says: links may lie. */
export function sentPage(page: LeaderPage): PlainData {
  const { records, versions, ...numbers } = page;
  return { records, ...numbers, ...versions, check: checkOf(page) };
}

/** Throws 500 for a page that is not as it was sent. */
export function receivedPage(data: PlainData): LeaderPage {
  const members = membersOf(data);
  const number = (name: string): number => numberOf(members, name);
  const page: LeaderPage = {
    records: bytesOf(members, "records"),
    firstSeqNo: number("firstSeqNo"),
    count: number("count"),
    toSeqNo: number("toSeqNo"),
    globalCheckpoint: number("globalCheckpoint"),
    maxSeqNo: number("maxSeqNo"),
    tookMs: number("tookMs"),
    versions: { mapping: number("mapping"), settings: number("settings"), aliases: number("aliases") },
  };
  if (number("check") !== checkOf(page)) throw damaged("operations of the leader");
  return page;
}

function checkOf({
  records,
  versions,
  firstSeqNo,
  count,
  toSeqNo,
  globalCheckpoint,
  maxSeqNo,
  tookMs,
}: LeaderPage): number {
  const { mapping, settings, aliases } = versions;
  const numbers = [firstSeqNo, count, toSeqNo, globalCheckpoint, maxSeqNo, tookMs, mapping, settings, aliases];
  return crc32c(records, 0, records.length, crc32c(Buffer.from(numbers.join())));
}

/** What came is not what was sent: it is asked for again. */
export function damaged(what: string): RequestError {
  return new RequestError(500, "corrupt_transport_exception", `the checksum of ${what} does not match`);
}
