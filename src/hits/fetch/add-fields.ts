/** The `fields` of a hit, which several phases add to. */
import type { Json } from "../../core/json.ts";
import { ownOf, put, putAll } from "../../core/names.ts";
import type { RenderedHit } from "./fetch-phase.ts";

/** Fields of a hit by name. */
export type HitFields = Record<string, Json[]>;

/** Adds fields; they replace those of the same names. A hit without any has no such member. */
export function addFields(hit: RenderedHit, fields: HitFields): void {
  if (Object.keys(fields).length === 0) return;
  if (hit.fields === undefined) hit.fields = fields;
  else putAll(hit.fields as HitFields, fields);
}

/** As `addFields`; values of a field that is there already stand behind its own. */
export function appendFields(hit: RenderedHit, fields: HitFields): void {
  const shown = hit.fields as HitFields | undefined;
  if (shown) {
    for (const [name, values] of Object.entries(fields)) put(fields, name, [...(ownOf(shown, name) ?? []), ...values]);
  }
  addFields(hit, fields);
}
