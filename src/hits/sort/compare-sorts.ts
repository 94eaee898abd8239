/** The order of hits of different shards, told from the request and their sort values alone. */
import { compareDoubles } from "../../core/compare-doubles.ts";
import { compareBytes, compareNumbers, type SortValue } from "./sort-key.ts";
import type { SortSpec } from "./sort-spec.ts";

/** How values of one key compare. */
interface ValueOrder {
  readonly sign: 1 | -1;
  /** Whether hits without a value come first. */
  readonly nullsFirst: boolean;
  /** Whether NaN and -0 are among the values. */
  readonly anyDouble: boolean;
}

/** Compares the sort values of two hits; ties are left to the caller. */
export function compareSorts(
  specs: readonly SortSpec[],
): (left: readonly SortValue[], right: readonly SortValue[]) => number {
  const orders = specs.map(orderOf);
  return (left, right) => {
    for (let i = 0; i < orders.length; i++) {
      const order = compareValues(left[i] ?? null, right[i] ?? null, orders[i]!);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function orderOf(spec: SortSpec): ValueOrder {
  return {
    sign: spec.order === "desc" ? -1 : 1,
    nullsFirst: spec.kind === "field" && spec.missing === "_first",
    anyDouble: spec.kind === "script",
  };
}

function compareValues(left: SortValue, right: SortValue, { sign, nullsFirst, anyDouble }: ValueOrder): number {
  if (left instanceof Uint8Array && right instanceof Uint8Array) return sign * compareBytes(left, right);
  if (anyDouble && typeof left === "number" && typeof right === "number") return sign * compareDoubles(left, right);
  if (left === right) return 0;
  if (left === null || right === null) return (left === null) === nullsFirst ? -1 : 1;
  // What is text on one shard and a number on another has no order of its own.
  if (left instanceof Uint8Array || right instanceof Uint8Array) return left instanceof Uint8Array ? 1 : -1;
  return sign * compareNumbers(left, right);
}
