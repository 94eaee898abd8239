/** The `fields` of a hit, which several phases add to. */
import { putAll } from "../../core/names.ts";
import type { Json } from "../../core/json.ts";
import type { RenderedHit } from "./fetch-phase.ts";

/** Adds fields; those of the same names are replaced. A hit without any has no such member. */
export function addFields(hit: RenderedHit, fields: Record<string, Json[]>): void {
  if (Object.keys(fields).length === 0) return;
  if (hit.fields === undefined) hit.fields = fields;
  else putAll(hit.fields as Record<string, Json[]>, fields);
}
