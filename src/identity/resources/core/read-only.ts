/** Fields that bodies cannot set. */
import type { JsonObject } from "../../../core/json.ts";
import { type Field, FieldFault } from "../../interface/fields.ts";

export function readOnly(name: string, schema: JsonObject): Field {
  const kind = {
    schema: { ...schema, readOnly: true },
    parse(): never {
      throw new FieldFault("This field is read-only.");
    },
  };
  return { name, kind, readOnly: true };
}
