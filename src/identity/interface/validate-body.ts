/** Reads the fields of a body, and gathers everything that is wrong with them. */
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { type Field, FieldFault } from "./fields.ts";
import { type FieldErrors, invalid } from "./identity-errors.ts";

/** Values as they are to be stored, of the fields that stood in the body; and what is wrong with the others. */
export interface ReadBody {
  readonly values: Readonly<Record<string, Json>>;
  readonly errors: FieldErrors;
}

/** The values of a body in which nothing is wrong; throws IdentityError 400. */
export async function validBody(
  request: { body(): Promise<JsonObject> },
  fields: readonly Field[],
): Promise<ReadBody["values"]> {
  const { values, errors } = readBody(fields, await request.body(), false);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
}

/** `partial` (PATCH): nothing is required. Unknown and read-only fields are ignored. */
export function readBody(fields: readonly Field[], body: JsonObject, partial: boolean): ReadBody {
  const values: Record<string, Json> = {};
  const errors: Record<string, string[]> = {};
  for (const field of fields) {
    if (field.readOnly) continue;
    const value = ownOf(body, field.name);
    if (value === undefined) {
      if (field.required && !partial) put(errors, field.name, ["This field is required."]);
    } else if (value === null) {
      if (field.nullable) put(values, field.name, null);
      else put(errors, field.name, ["This field may not be null."]);
    } else {
      try {
        put(values, field.name, field.kind.parse(value));
      } catch (error) {
        if (!(error instanceof FieldFault)) throw error;
        put(errors, field.name, [error.message]);
      }
    }
  }
  return { values, errors };
}
