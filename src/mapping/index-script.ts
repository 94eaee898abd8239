/** Fields whose values a script computes at index time (`FieldMapper.executeScript`). */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { ScriptReader } from "../scripting/script-compiler.ts";
import type { FieldProgram } from "../scripting/script-programs.ts";
import type { InlineScript } from "../scripting/script.ts";
import type { IndexableField, ValueContext } from "./field-type.ts";
import { mapperParsing, wrapError } from "./mapping-error.ts";
import type { Parameter, ParameterValues } from "./parameter.ts";
import { continuesOnError, requireScript, scriptOf, scriptParameter } from "./script-parameters.ts";
import { badValue } from "./value-error.ts";

/** How a type indexes values from a script. */
export interface IndexScript {
  /** Parameters that cannot be combined with a script, in the order in which they are refused. */
  readonly excludes: readonly string[];
  /**
   * Compiles a script for a field and returns the function that indexes the values that it emits for a document. Throws
   * RequestError 400 for a script in an unknown language.
   */
  prepare(
    script: InlineScript,
    scripts: ScriptReader,
    field: IndexableField,
    name: string,
  ): (target: ValueContext) => void;
}

/** Indexes a value from a script like one of the document. */
export function indexAsGiven(value: Json, field: IndexableField, target: ValueContext): void {
  field.index(value, target);
}

/** A type whose script emits values that `index` adds. */
export function indexScript<Value>(definition: {
  readonly excludes: readonly string[];
  program(script: InlineScript, scripts: ScriptReader): () => FieldProgram<Value>;
  index(value: Value, field: IndexableField, target: ValueContext): void;
}): IndexScript {
  const { excludes } = definition;
  return {
    excludes,
    prepare(script, scripts, field) {
      const program = definition.program(script, scripts);
      return (target) => {
        const ready = program();
        if (target.scriptDocument)
          for (const value of ready.values(target.scriptDocument)) definition.index(value, field, target);
      };
    },
  };
}

/** For types that parse a script but do not support it. */
export function noIndexScript(excludes: readonly string[]): IndexScript {
  return {
    excludes,
    prepare(_script, _scripts, _field, name) {
      throw illegalArgument(`Unknown parameter [script] for mapper [${name}]`);
    },
  };
}

/** `script` of a field. */
export const indexScriptParameter: Parameter = scriptParameter({
  updateable: false,
  acceptsNull: true,
  noStored: (path) => `on field [${path.slice(path.lastIndexOf(".") + 1)}]`,
});

/**
 * Throws RequestError 400 for parameters that cannot be combined with a script
 * (`FieldMapper.Builder.addScriptValidation`).
 */
export function checkIndexScript(
  type: IndexScript,
  { values, shown }: ParameterValues,
  hasMultiFields: boolean,
  isCopied: boolean,
): void {
  if (scriptOf(values)) {
    if (values["index"] === false && values["doc_values"] === false)
      throw mapperParsing("Cannot define script on field with index:false and doc_values:false");
    if (hasMultiFields) throw mapperParsing("Cannot define multifields on a field with a script");
    if (isCopied) throw mapperParsing("Cannot define copy_to parameter on a field with a script");
    const excluded = type.excludes.find((name) => ownOf(shown, name) !== undefined);
    if (excluded !== undefined)
      throw illegalArgument(`Field [${excluded}] cannot be set in conjunction with field [script]`);
  }
  requireScript(values);
}

/** The field with its values computed by its script; the field itself without one. */
export function scriptedField(
  field: IndexableField,
  type: IndexScript,
  { values }: ParameterValues,
  scripts: ScriptReader,
): IndexableField {
  const script = scriptOf(values);
  if (!script) return field;
  const { path } = field;
  const run = type.prepare(script, scripts, field, path.slice(path.lastIndexOf(".") + 1));
  const continues = continuesOnError(values);
  return {
    ...field,
    // Documents do not contain the values, and synthetic source does not render them.
    syntheticSource: undefined,
    ofWholeDocument: true,
    index() {
      throw badValue("Cannot index data directly into a field with a [script] parameter");
    },
    everyDocument(target) {
      try {
        run(target);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (!continues)
          throw wrapError("document_parsing_exception", `Error executing script on field [${path}]`, error);
        target.ignore(path);
      }
    },
  };
}
