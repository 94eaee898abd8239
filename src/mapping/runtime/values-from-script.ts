/** The values of a runtime field that a script makes (`AbstractFieldScript.runForDoc`). */
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { FieldProgram, ScriptDocument } from "../../scripting/script-programs.ts";
import { readLeniently } from "./read-leniently.ts";
import type { RuntimeDocument, RuntimeValue, RuntimeValues } from "./runtime-values.ts";

/** The document as a script sees it. */
export function scriptDocument(document: RuntimeDocument): ScriptDocument {
  return { source: document.visibleSource, docValues: (path) => document.docValues(path) };
}

/** A script with what its values become. */
export interface ScriptedValues<Value> {
  /** See RuntimeValues. */
  readonly key: string;
  readonly program: () => FieldProgram<Value>;
  /** Whether a document on which the script fails has no values; otherwise it fails the search. */
  readonly continues: boolean;
  readonly read: (value: Value) => RuntimeValue;
}

/** A field whose script makes the values of the fields within it. */
export interface CompositeParent {
  readonly name: string;
  /** Tells its script from others. */
  readonly key: string;
  /** What the script emits for the field of a name within it. Throws RequestError 400 where it fails. */
  emitted(document: RuntimeDocument, name: string): readonly Json[];
}

/** Values of a script of the field's own. */
export function valuesFromScript<Value>({ key, program, continues, read }: ScriptedValues<Value>): RuntimeValues {
  return {
    key,
    looksFurther: true,
    of(document) {
      const ready = program();
      return runFor(continues, () => ready.values(scriptDocument(document)).map(read));
    },
  };
}

/** Values that the script of a composite field emits. */
export function valuesFromComposite(
  parent: CompositeParent,
  name: string,
  key: string,
  read: (value: Json) => RuntimeValue | undefined,
): RuntimeValues {
  return {
    key,
    looksFurther: true,
    of: (document) =>
      parent.emitted(document, name).flatMap((value) => {
        const made = readLeniently(() => read(value));
        return made === undefined ? [] : [made];
      }),
  };
}

/**
 * Runs a script for a document. That no program can be made is no failure of a document: it is not told by
 * `on_script_error`, for documents without values would be found by their absence, and nothing would say why.
 */
export function runFor<Result>(continues: boolean, run: () => readonly Result[]): readonly Result[] {
  try {
    return run();
  } catch (error) {
    if (!continues || !(error instanceof RequestError)) throw error;
    return [];
  }
}
