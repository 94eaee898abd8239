/** The condition of a processor: a script that looks at the document (`ConditionalProcessor`). */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { javaClass } from "../document/java-values.ts";
import type { Condition } from "../run/step.ts";
import { currentProgram } from "./current-program.ts";
import { configurationError } from "./configuration-error.ts";

/** Throws RequestError 400 for a script that cannot be compiled. */
export function conditionOf(given: Json, scripts: ScriptReader): Condition {
  if (typeof given !== "string" && !isJsonObject(given))
    throw configurationError(
      { type: "conditional", property: "script" },
      `property isn't a map or string, but of type [${javaClass(given)}]`,
    );
  const script = scriptOfRequest(given);
  const program = currentProgram(scripts, script, "processor_conditional");
  return {
    text: script.kind === "inline" ? script.source : script.id,
    holds: (document) => program().holds(documentContext(document)),
  };
}

/** What scripts see as `ctx`: the source, and beside it what else is known of the document. */
export function documentContext({ source, metadata }: IngestDocument): JsonObject {
  return { ...source, ...(metadata as JsonObject) };
}
