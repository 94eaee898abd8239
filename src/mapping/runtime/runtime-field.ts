/** Runtime fields as a mapping holds them. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { MappedField } from "../field-type.ts";

/** A definition whose values are made when a search asks for them. */
export interface RuntimeField {
  /** Full path; dots are part of the name. */
  readonly name: string;
  /** As get_mapping shows it. */
  readonly shown: JsonObject;
  /**
   * What searching sees, each with `runtime`: one field of the name, or those within a composite one, which is none
   * itself.
   */
  readonly fields: readonly MappedField[];
}

/** Definitions by name; null stands for one to be removed. */
export type RuntimeFields = ReadonlyMap<string, RuntimeField | null>;

/**
 * The fields of definitions by path (`RuntimeField.collectFieldTypes`). Throws RequestError where two are of one path,
 * or one is not of its definition's.
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
