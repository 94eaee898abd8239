/** Scripts of work by query: how requests name them, and what they make of the documents that were found. */
import { tokenName } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { RequestText } from "../../compat/request-text.ts";
import { assert } from "../../core/assert.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { scriptOfMapping, scriptOfRequest } from "../../scripting/parse-script.ts";
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import { type Script, scriptText } from "../../scripting/script.ts";
import { spelledSource } from "./source-json.ts";

/** A script, and whose `ctx` it is given. Plain data. */
export interface ByQueryScript {
  readonly script: Script;
  readonly context: "update_by_query" | "reindex";
}

/** A document as it was found. */
export interface FoundDocument {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  /** -1: it was not asked for. */
  readonly version: number | bigint;
  readonly source: Uint8Array;
}

/** What a script made of a document. */
export interface ScriptedDocument {
  readonly op: "index" | "delete" | "noop";
  readonly index: string;
  /** Null: one is to be generated. */
  readonly id: string | null;
  readonly routing: string | null;
  /** Null: whatever version there is. */
  readonly version: number | bigint | null;
  readonly source: Uint8Array;
}

/** What `ctx.op` may be. */
const OPS = ["delete", "index", "noop"] as const;

/** `script` of an update by query; undefined: there is none. Throws RequestError 400. */
export function updateByQueryScript(value: Json | undefined): ByQueryScript | undefined {
  if (value === undefined || value === null) return undefined;
  return { script: scriptOfMapping(value), context: "update_by_query" };
}

/** `script` of a reindex; undefined: there is none. Throws RequestError 400 at its place in the text. */
export function reindexScript(text: RequestText): ByQueryScript | undefined {
  const { body, places } = text;
  const value = ownOf(body, "script");
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    const reason = `[reindex] script doesn't support values of type: ${tokenName(value)}`;
    throw text.contentError(places.value(body, "script"), reason);
  }
  let wrong: string | undefined;
  try {
    const script = scriptOfRequest(value, (key, at) => {
      wrong = key;
      return at === "name" ? places.key(value, key) : places.value(value, key);
    });
    return { script, context: "reindex" };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { line, col } = wrong === undefined ? places.end(value) : places.value(value, wrong);
    throw new RequestError(
      400,
      "x_content_parse_exception",
      `[${line}:${col}] [reindex] failed to parse field [script]`,
      {
        cause: error,
        ...(wrong === undefined ? {} : { rootCauses: [error] }),
      },
    );
  }
}

/** How tasks describe it. */
export function byQueryScriptText({ script }: ByQueryScript): string {
  return scriptText(script);
}

/** Runs the script on one document. Throws RequestError 400 where it fails. */
export function scriptedDocument(
  { script, context }: ByQueryScript,
  found: FoundDocument,
  { scripts, nowMs }: { readonly scripts: ScriptReader; readonly nowMs: number },
): ScriptedDocument {
  const { index, id, routing = null, version } = found;
  const metadata: JsonObject = { _index: index, _id: id, _version: version, _routing: routing, _now: nowMs };
  const program = scripts.program(script, context)();
  const made = program.run({ op: "index", source: spelledSource(found.source), metadata, ops: OPS });
  const op = OPS.find((each) => each === made.op);
  assert(op, "the context lets no other be set");
  const { _index = index, _id = id, _version = version, _routing = routing } = made.metadata;
  return {
    op,
    // The context checks what they are set to.
    index: _index as string,
    id: _id as string | null,
    routing: _routing as string | null,
    version: _version as number | bigint | null,
    source: Buffer.from(writeJson(made.source)),
  };
}
