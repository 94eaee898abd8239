/** The errors of scripts that are refused before they are compiled (`ScriptService`). */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import type { InlineScript, Script } from "./script.ts";
import type { StoredScripts } from "./stored-scripts.ts";

/** Maximum size of a source in bytes: the default of Elasticsearch's `script.max_size_in_bytes`. */
export const MAX_SOURCE_BYTES = 65_535;

/** Throws 400 for a source that is too large. */
export function checkSize({ source }: Pick<InlineScript, "source">): void {
  const bytes = Buffer.byteLength(source, "utf8");
  if (bytes <= MAX_SOURCE_BYTES) return;
  throw illegalArgument(
    `exceeded max allowed inline script size in bytes [${MAX_SOURCE_BYTES}] with size [${bytes}] for script [${source}]`,
  );
}

/** A script with its source. Throws RequestError 404 for a stored one that is not there. */
export function inlineScript(script: Script, stored: StoredScripts): InlineScript {
  if (script.kind === "inline") return script;
  const { id, params } = script;
  const found = ownOf(stored, id);
  if (!found)
    throw new RequestError(404, "resource_not_found_exception", `unable to find script [${id}] in cluster state`);
  const { source, lang, options = {} } = found;
  return { kind: "inline", source, lang, options, params };
}
