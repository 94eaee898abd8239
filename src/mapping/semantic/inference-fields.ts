/**
 * What models made of the texts of a document: the member `_inference_fields` of the source as it is kept. Sources are
 * shown without it, unless it is asked for.
 */
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { sourceMember } from "../source-member.ts";

export const INFERENCE_FIELDS = "_inference_fields";

const member = sourceMember(INFERENCE_FIELDS);

/** The source with the member, in place of the one that it may have. */
export const withInferenceFields = member.addTo;

/** The source as it came, whose text is JSON; itself where it has no such member. */
export const withoutInferenceFields = member.takeFrom;

/** The member as JSON text; undefined: there is none. */
export const inferenceFieldsText = member.textOf;

/** The member; undefined where there is none. */
export function inferenceFieldsOf(source: Uint8Array): JsonObject | undefined {
  const text = inferenceFieldsText(source);
  const fields = text === undefined ? undefined : parseJson(text);
  return fields !== undefined && isJsonObject(fields) ? fields : undefined;
}
