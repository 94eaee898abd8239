/** The list of runtime field types. */
import type { RuntimeType } from "./runtime-type.ts";
import { boolean } from "./types/boolean.ts";
import { composite } from "./types/composite.ts";
import { date } from "./types/date.ts";
import { double } from "./types/double.ts";
import { geoPoint } from "./types/geo-point.ts";
import { ip } from "./types/ip.ts";
import { keyword } from "./types/keyword.ts";
import { long } from "./types/long.ts";
import { lookup } from "./types/lookup.ts";

/** Sorted by name. */
export const runtimeTypes: readonly RuntimeType[] = [
  boolean,
  composite,
  date,
  double,
  geoPoint,
  ip,
  keyword,
  long,
  lookup,
];
