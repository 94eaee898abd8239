/** Runs recorded cases: processors, a source, and what Elasticsearch 7.10 or OpenSearch 3.8 made of it. */
import { errorBody, illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseLossless } from "../../compat/json/lossless-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { IngestService } from "../../ingest/ingest-service.ts";
import { ScriptCompiler } from "../../scripting/script-compiler.ts";

/** A service with files of its own, at a fixed time. */
export function testIngest(files: Readonly<Record<string, Uint8Array>> = {}): IngestService {
  const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  return new IngestService({
    clock: { now: () => nowMs, monotonicMs: () => nowMs },
    scripts: new ScriptCompiler(),
    readFile: (name) => files[name],
    infer: (endpoint) => Promise.reject(illegalArgument(`there is no endpoint [${endpoint}]`)),
  });
}

/** What comes of a document: its source and what else changed of it, null if it is dropped, or the error. */
export async function runCase(service: IngestService, processors: Json, source: Json, extra?: Json): Promise<Json> {
  const metadata = { _index: "_index", _id: "_id", _version: -3, ...(isJsonObject(extra) ? extra : {}) };
  try {
    const text = await service.simulatePipeline({
      pipeline: { processors },
      documents: [{ source: writeJson(source), metadata }],
      verbose: false,
      caller: undefined,
    });
    const [shown] = parseLossless(text) as (JsonObject | null)[];
    if (!shown) return null;
    const { doc, error } = shown;
    if (isJsonObject(error)) {
      const { root_cause: _roots, ...own } = error;
      return { error: own };
    }
    return isJsonObject(doc) ? changed(doc) : null;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { status: error.status, error: errorBody(error) as unknown as Json };
  }
}

function changed(doc: JsonObject): JsonObject {
  const { _source: source = null, _ingest: _left, ...rest } = doc;
  const shown: JsonObject = { source };
  for (const [name, value] of Object.entries(rest)) {
    if (name === "_version" ? value === "-3" : value === name) continue;
    shown[name] = value;
  }
  return shown;
}
