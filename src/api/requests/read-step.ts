/** The step of a search of several steps, as another cluster sends it: nothing in it is trusted. */
import { illegalArgument } from "../../compat/errors.ts";
import { isMembers } from "../../remote/link-protocol.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import type { ScrollCursor, SearchStep, ShardPlace } from "../../search/scroll-cursor.ts";
import type { SortValue } from "../../hits/sort/sort-key.ts";

/** Throws 400 for what is none. */
export function readStep(data: PlainData): SearchStep {
  if (!isMembers(data)) throw unreadable();
  const { kind, cursor, firstShard } = data;
  if ((kind !== "scroll" && kind !== "pit") || typeof firstShard !== "number" || !Number.isSafeInteger(firstShard))
    throw unreadable();
  return { id: undefined, kind, firstShard, cursor: cursor === undefined ? undefined : readCursor(cursor) };
}

function readCursor(data: PlainData): ScrollCursor {
  if (!isMembers(data)) throw unreadable();
  const { nowMs, total, maxScore, places } = data;
  if (
    typeof nowMs !== "number" ||
    typeof total !== "number" ||
    typeof maxScore !== "number" ||
    !(places instanceof Map)
  )
    throw unreadable();
  const read = new Map<string, ShardPlace | "over" | "start">();
  for (const [key, place] of places as ReadonlyMap<PlainData, PlainData>) {
    if (typeof key !== "string") throw unreadable();
    read.set(key, place === "over" || place === "start" ? place : readPlace(place));
  }
  return { nowMs, total, maxScore, places: read };
}

function readPlace(data: PlainData): ShardPlace {
  if (!isMembers(data)) throw unreadable();
  const { sort, score, doc } = data;
  if (!Array.isArray(sort) || typeof score !== "number" || typeof doc !== "number") throw unreadable();
  if (!sort.every(isSortValue)) throw unreadable();
  return { sort, score, doc };
}

function isSortValue(value: PlainData): value is SortValue {
  return value === null || typeof value === "number" || typeof value === "bigint" || value instanceof Uint8Array;
}

function unreadable(): Error {
  return illegalArgument("a request of another cluster cannot be read");
}
