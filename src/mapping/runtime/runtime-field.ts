/** Runtime fields as a mapping holds them. */
import type { JsonObject } from "../../core/json.ts";
import type { MappedField } from "../field-type.ts";

/** A field whose values are made when a search asks for them. */
export interface RuntimeField {
  /** Full path; dots are part of the name. */
  readonly name: string;
  /** As get_mapping shows it. */
  readonly shown: JsonObject;
  /** What searching sees; `field.runtime` is set. */
  readonly field: MappedField;
}
