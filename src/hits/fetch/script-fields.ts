/** Fields of hits whose values scripts compute (`ScriptFieldsPhase`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { ScriptReader, ScriptSource } from "../../scripting/script-compiler.ts";
import type { ScriptDocument } from "../../scripting/script-document.ts";
import type { ValueProgram } from "../../scripting/script-programs.ts";
import type { HitFields } from "./add-fields.ts";
import type { ScriptField } from "./script-fields-option.ts";

/** Throws RequestError 400 when there are more fields than the index allows, or when a script cannot be compiled. */
export function checkScriptFields(fields: readonly ScriptField[], mapping: MappingView): void {
  const limit = Number(mapping.setting("index.max_script_fields") ?? 32);
  if (fields.length > limit) {
    throw illegalArgument(
      `Trying to retrieve too many script_fields. Must be less than or equal to: [${limit}] but was [${fields.length}]. This limit can be set by changing the [index.max_script_fields] index level setting.`,
    );
  }
  for (const field of fields) programOf(field, mapping.scripts.atOnce);
}

function programOf({ script }: ScriptField, scripts: ScriptReader): ScriptSource<"field"> {
  // Elasticsearch fails with a NullPointerException without a message when the script is missing.
  if (!script) throw new RequestError(500, "null_pointer_exception", "null");
  return scripts.program(script, "field");
}

interface Program {
  readonly name: string;
  readonly program: ValueProgram;
  readonly ignoreFailure: boolean;
}

/** The compiled scripts of a request's fields. */
export class ScriptFields {
  readonly #programs: readonly Program[];

  /** Throws RequestError 400 when a script cannot run. */
  constructor(fields: readonly ScriptField[], scripts: ScriptReader) {
    this.#programs = fields.map((field) => ({
      name: field.name,
      program: programOf(field, scripts)(),
      ignoreFailure: field.ignoreFailure,
    }));
  }

  /** The values of a document, except for fields already in `shown`. Throws RequestError 400 when a script fails. */
  of(document: ScriptDocument, shown: HitFields): HitFields {
    const fields: HitFields = {};
    for (const { name, program, ignoreFailure } of this.#programs) {
      const value = valueOf(program, document, ignoreFailure);
      if (value !== undefined && !ownOf(shown, name)) put(fields, name, Array.isArray(value) ? value : [value]);
    }
    return fields;
  }
}

function valueOf(program: ValueProgram, document: ScriptDocument, ignoreFailure: boolean): Json | undefined {
  try {
    return program.value(document);
  } catch (error) {
    if (ignoreFailure && error instanceof RequestError) return undefined;
    throw error;
  }
}
