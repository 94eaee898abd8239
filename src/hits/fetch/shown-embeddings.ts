/** `_inference_fields` of a hit: what models made of its texts, shown in the source for who asks for this field. */
import { type IndexAccess, showsField } from "../../access/index-access.ts";
import { JsonBytes } from "../../compat/json/json-text.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { JsonObject } from "../../core/json.ts";
import { INFERENCE_FIELDS, inferenceFieldsOf, withInferenceFields } from "../../mapping/semantic/inference-fields.ts";
import type { HitOptions } from "./hit-options.ts";

/** Whether a request asks for it: by its whole name, as patterns do not name it. */
export function asksEmbeddings({ fields }: Pick<HitOptions, "fields">): boolean {
  return fields.some(({ field }) => field === INFERENCE_FIELDS);
}

/** The source that is shown with what was made of the texts that the caller may see; `kept` is the document. */
export function withEmbeddings(shown: unknown, kept: Uint8Array, access: IndexAccess | undefined): unknown {
  const made = inferenceFieldsOf(kept);
  if (!made) return shown;
  const visible: JsonObject = Object.fromEntries(
    Object.entries(made).filter(([path]) => access === undefined || showsField(access, path)),
  );
  if (Object.keys(visible).length === 0) return shown;
  if (shown instanceof JsonBytes) return new JsonBytes(withInferenceFields(shown.bytes, writeJson(visible)));
  return { ...(shown as JsonObject), [INFERENCE_FIELDS]: visible };
}
