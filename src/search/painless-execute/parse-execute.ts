/** Reads the body of `scripts_painless_execute`. */
import { parseObject, type BodyShape } from "../../compat/object-parser.ts";
import { contentParseException } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseJsonWithPlaces } from "../../compat/json/parse-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { InlineScript } from "../../scripting/script.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

/** Contexts whose scripts make the values of a field. */
export const fieldContexts = [
  "boolean_field",
  "composite_field",
  "date_field",
  "double_field",
  "geo_point_field",
  "ip_field",
  "keyword_field",
  "long_field",
] as const;
const documentContexts = ["filter", "score", ...fieldContexts] as const;

/** A script, and what it runs on. */
export type ExecuteTask =
  | { readonly context: "painless_test"; readonly script: InlineScript; readonly setup: undefined }
  | {
      readonly context: (typeof documentContexts)[number];
      readonly script: InlineScript;
      readonly setup: ExecuteSetup;
    };

/** The document that a script runs on, as the index would have it. */
export interface ExecuteSetup {
  readonly index: string;
  readonly document: JsonObject;
  /** Its score is that of the document; absent: of all documents. */
  readonly query: Json | undefined;
}

const text = { takes: (value: Json): boolean => typeof value === "string", read: (value: Json): Json => value };

const SHAPE: BodyShape = {
  name: "painless_execute_request",
  members: {
    script: "object",
    context: text,
    context_setup: {
      name: "execute_script_context",
      members: { index: text, document: "object", query: "object" },
    },
  },
};

/** Throws RequestError 400. */
export function parseExecute(body: string): ExecuteTask {
  const { value } = parseJsonWithPlaces(body);
  const { script, context, context_setup: setup } = parseObject(SHAPE, value, body);
  if (script === undefined) throw illegalArgument("Required [script]");
  const read = readScript(script);
  const name = typeof context === "string" ? context : "painless_test";
  const documented = documentContexts.find((known) => known === name);
  if (name !== "painless_test" && !documented) throw unknownContext(name);
  if (read.kind !== "inline") throw validationFailed(["only inline scripts are supported"]);
  if (!documented) return { context: "painless_test", script: read, setup: undefined };
  const { index, document, query } = isJsonObject(setup ?? null) ? (setup as JsonObject) : {};
  const missing = [
    ...(typeof index === "string" && index !== "" ? [] : ["index is a required parameter for current context"]),
    ...(isJsonObject(document ?? null) ? [] : ["document is a required parameter for current context"]),
  ];
  if (missing.length > 0) throw validationFailed(missing);
  return {
    context: documented,
    script: read,
    setup: { index: typeof index === "string" ? index : "", document: document as JsonObject, query },
  };
}

function readScript(script: Json): ReturnType<typeof scriptOfRequest> {
  try {
    return scriptOfRequest(script);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw contentParseException("[painless_execute_request] failed to parse field [script]", error);
  }
}

function unknownContext(name: string): RequestError {
  const cause = new RequestError(400, "unsupported_operation_exception", `unsupported script context name [${name}]`);
  const reason = "Failed to build [painless_execute_request] after last required field arrived";
  return new RequestError(400, "x_content_parse_exception", reason, { cause });
}
