/** GeoJSON as `fields` shows it. */
import type { JsonObject } from "../core/json.ts";

export type Position = readonly [lon: number, lat: number];

/** The type of a shape in small letters; empty: it says none. */
export function kindOf({ type }: JsonObject): string {
  return typeof type === "string" ? type.toLowerCase() : "";
}
