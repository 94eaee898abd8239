/** The keywords of sort options. */
import { illegalArgument } from "../../compat/errors.ts";
import type { SortMode, SortOrder } from "./sort-spec.ts";

const MODES: readonly string[] = ["min", "max", "sum", "avg", "median"];

/** Throws 400 for an order that is neither `asc` nor `desc`. */
export function parseOrder(text: string): SortOrder {
  const order = text.toLowerCase();
  if (order === "asc" || order === "desc") return order;
  throw illegalArgument(`No enum constant org.elasticsearch.search.sort.SortOrder.${text.toUpperCase()}`);
}

/** Throws 400 for a mode that does not exist. */
export function parseMode(text: string): SortMode {
  const mode = text.toLowerCase();
  if (!MODES.includes(mode)) throw illegalArgument(`Unknown SortMode [${text}]`);
  return mode as SortMode;
}
