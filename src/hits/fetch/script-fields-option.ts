/** The `script_fields` option (`SearchSourceBuilder.ScriptField`). */
import { tokenName } from "../../compat/body-reader.ts";
import type { RequestText } from "../../compat/request-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { Script } from "../../scripting/script.ts";

/** A field of hits whose value a script computes. */
export interface ScriptField {
  readonly name: string;
  /** Undefined when none is given; shards reject that. */
  readonly script: Script | undefined;
  /** Whether a hit on which the script fails is rendered without the field. */
  readonly ignoreFailure: boolean;
}

/** Reads the fields by name. Throws RequestError 400. */
export function parseScriptFields(request: RequestText, fields: JsonObject): ScriptField[] {
  return Object.entries(fields).map(([name, body]) => {
    if (isJsonObject(body)) return parseField(request, name, body);
    throw request.at(
      request.places.value(fields, name),
      `Expected [START_OBJECT] in [${name}] but found [${tokenName(body)}]`,
    );
  });
}

function parseField(request: RequestText, name: string, body: JsonObject): ScriptField {
  let script: Script | undefined;
  let ignoreFailure = false;
  for (const [key, value] of Object.entries(body)) {
    if (value === null || Array.isArray(value)) throw request.unknownKey(body, key);
    if (key === "script") script = parseScript(request, body, value);
    else if (key === "ignore_failure" && !isJsonObject(value)) ignoreFailure = request.boolean(body, key);
    else throw request.unknownKey(body, key);
  }
  return { name, script, ignoreFailure };
}

function parseScript(request: RequestText, body: JsonObject, value: Json): Script {
  const { places } = request;
  if (isJsonObject(value))
    return scriptOfRequest(value, (key, at) => (at === "name" ? places.key(value, key) : places.value(value, key)));
  if (typeof value === "string") return scriptOfRequest(value);
  // Elasticsearch reports the token after the value.
  const keys = Object.keys(body);
  const next = keys[keys.indexOf("script") + 1];
  throw request.contentError(
    next === undefined ? places.end(body) : places.key(body, next),
    `[script] Expected START_OBJECT but was: ${next === undefined ? "END_OBJECT" : "FIELD_NAME"}`,
  );
}
