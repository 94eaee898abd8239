/** Runtime fields of a mapping. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { MappedField } from "../field-type.ts";

/** A definition whose values are computed at search time. */
export interface RuntimeField {
  /** Full path; dots are part of the name. */
  readonly name: string;
  /** As get_mapping returns it. */
  readonly shown: JsonObject;
  /**
   * The fields for searches, each with `runtime`: one with this name, or those inside a composite field, which is not a
   * field itself.
   */
  readonly fields: readonly MappedField[];
}

/** Definitions by name; null: to be removed. */
export type RuntimeFields = ReadonlyMap<string, RuntimeField | null>;

/**
 * The fields of all definitions, by path (`RuntimeField.collectFieldTypes`). Throws RequestError for two fields with
 * the same path, or a field outside its definition's path.
 */
export function runtimeFieldsByPath(definitions: RuntimeFields | undefined): Map<string, MappedField> {
  const fields = new Map<string, MappedField>();
  for (const definition of definitions?.values() ?? []) {
    const foreign =
      definition?.fields.map(({ path }) => path).filter((path) => !belongsTo(path, definition.name)) ?? [];
    if (foreign.length > 0) {
      const reason = `Found sub-fields with name not belonging to the parent field they are part of [${foreign.join(", ")}]`;
      throw new RequestError(500, "illegal_state_exception", reason);
    }
    for (const field of definition?.fields ?? []) {
      if (fields.has(field.path)) throw illegalArgument(`Found two runtime fields with same name [${field.path}]`);
      fields.set(field.path, field);
    }
  }
  return fields;
}

function belongsTo(path: string, name: string): boolean {
  return path === name || (path.startsWith(`${name}.`) && path.length > name.length + 1);
}
