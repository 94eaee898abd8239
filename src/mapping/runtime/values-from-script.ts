/** Runtime values computed by a script (`AbstractFieldScript.runForDoc`). */
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { ScriptDocument } from "../../scripting/script-document.ts";
import type { FieldProgram } from "../../scripting/script-programs.ts";
import { readLeniently } from "./read-leniently.ts";
import type { RuntimeDocument, RuntimeValue, RuntimeValues } from "./runtime-values.ts";

/** The document for scripts. */
export function scriptDocument(document: RuntimeDocument): ScriptDocument {
  return {
    columns: document.columns,
    doc: document.doc,
    get source() {
      return document.visibleSource;
    },
  };
}

/** A script, and how its values are converted. */
export interface ScriptedValues<Value> {
  /** See RuntimeValues. */
  readonly key: string;
  readonly program: () => FieldProgram<Value>;
  /** Whether a document on which the script fails has no values; otherwise the search fails. */
  readonly continues: boolean;
  readonly read: (value: Value) => RuntimeValue;
}

/** A field whose script computes the values of its inner fields. */
export interface CompositeParent {
  readonly name: string;
  /** Identifies its script. */
  readonly key: string;
  /** The values that the script emits for an inner field. Throws RequestError 400 when it fails. */
  emitted(document: RuntimeDocument, name: string): readonly Json[];
}

/** Values from the field's own script. */
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

/** Values from the script of a composite field. */
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
 * Runs a script for a document. A missing program is not covered by `on_script_error`: otherwise all documents would
 * silently lack values, and queries for missing values would find them.
 */
export function runFor<Result>(continues: boolean, run: () => readonly Result[]): readonly Result[] {
  try {
    return run();
  } catch (error) {
    if (!continues || !(error instanceof RequestError)) throw error;
    return [];
  }
}
