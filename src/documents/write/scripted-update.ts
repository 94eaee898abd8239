/** Updates by scripts: what `ctx` is, and what a script made of it (Elasticsearch's `UpdateHelper`). */
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import type { Script } from "../../scripting/script.ts";

/** What comes of the document. */
export interface ScriptedChange {
  readonly op: "index" | "delete" | "none";
  readonly source: JsonObject;
}

/** What the script is told of the document beside its source. */
export interface UpdatedDocument {
  readonly index: string;
  readonly id: string;
  readonly nowMs: number;
  /** Undefined: the document is not there yet. */
  readonly present: { readonly version: number | bigint; readonly routing: string | undefined } | undefined;
}

/** Throws RequestError 400 when the script fails. */
export function scriptedChange(
  script: Script,
  scripts: ScriptReader,
  source: JsonObject,
  { index, id, nowMs, present }: UpdatedDocument,
): ScriptedChange {
  const metadata: JsonObject = { _index: index, _id: id, _now: nowMs };
  if (present) {
    metadata._version = present.version;
    metadata._routing = present.routing ?? null;
  }
  const words = present ? ["delete", "index", "noop"] : ["create", "noop"];
  return failing(() => {
    const program = scripts.program(script, "update")();
    const made = program.run({ op: present ? "index" : "create", source, metadata, ops: [...words, "none"] });
    const op = made.op === "delete" ? "delete" : made.op === "none" || made.op === "noop" ? "none" : "index";
    return { op, source: made.source };
  });
}

function failing<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", "failed to execute script", { cause: error });
  }
}
