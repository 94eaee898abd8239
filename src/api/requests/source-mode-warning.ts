/** The deprecation of `_source.mode` in mappings, which a setting of the index has come in place of. */
import { isJsonObject, type JsonObject } from "../../core/json.ts";

/** Tells it of a mapping that names a mode, even where the mapping is refused afterwards. */
export function warnOfSourceMode(mapping: JsonObject, warn: (message: string) => void): void {
  const source = mapping["_source"];
  if (!isJsonObject(source) || source["mode"] === undefined) return;
  warn(
    "Configuring source mode in mappings is deprecated and will be removed in future versions. Use [index.mapping.source.mode] index setting instead.",
  );
}
