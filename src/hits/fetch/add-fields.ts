/** The `fields` of a hit, which several phases add to. */
import type { Json } from "../../core/json.ts";
import { ownOf, put, putAll } from "../../core/names.ts";
import type { RenderedHit } from "./fetch-phase.ts";

/** Fields of a hit by name. */
export type HitFields = Record<string, Json[]>;

/** Adds fields, replacing fields of the same names. A hit without any fields gets no `fields` member. */
export function addFields(hit: RenderedHit, fields: HitFields): void {
  if (Object.keys(fields).length === 0) return;
  if (hit.fields === undefined) hit.fields = fields;
  else putAll(hit.fields as HitFields, fields);
}

/** Like `addFields`, but values of an existing field are appended to its own. */
export function appendFields(hit: RenderedHit, fields: HitFields): void {
  const shown = hit.fields as HitFields | undefined;
  if (shown) {
    for (const [name, values] of Object.entries(fields)) put(fields, name, [...(ownOf(shown, name) ?? []), ...values]);
  }
  addFields(hit, fields);
}
