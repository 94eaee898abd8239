/** What an update comes to, given the document that is there (`UpdateHelper`). */
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { INFERENCE_FIELDS } from "../../mapping/semantic/inference-fields.ts";
import { filteredSource } from "../../compat/filtered-source.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import type { SourceFilter } from "../documents.ts";
import { scriptedChange, type UpdatedDocument } from "./scripted-update.ts";
import { spelledSource } from "./source-json.ts";
import { mergeDocument } from "./update-document.ts";
import type { UpdateSpec } from "./update-request.ts";
import type { ShardName } from "./version-check.ts";

/** The source to write (undefined: nothing to do), and the object it stands for. */
export interface UpdatePlan {
  readonly write: Uint8Array | undefined;
  readonly document: JsonObject;
  /** A script wants the document to go. */
  readonly deletes?: true;
}

/** Who runs scripts, and what is known of the document. */
export interface UpdateSurroundings {
  readonly where: ShardName;
  readonly scripts: ScriptReader;
  readonly document: UpdatedDocument;
}

/**
 * Decides. `source`: the present document; undefined when there is none. Throws RequestError 404 when there is nothing
 * to update or insert.
 */
export function planUpdate(
  spec: UpdateSpec,
  source: Uint8Array | undefined,
  { where, scripts, document }: UpdateSurroundings,
): UpdatePlan {
  const { id } = document;
  if (source === undefined) {
    const insert = spec.docAsUpsert ? spec.doc : spec.upsert;
    if (insert === undefined) {
      throw new RequestError(404, "document_missing_exception", `[${id}]: document missing`, {
        details: { index_uuid: where.uuid, shard: String(where.shard), index: where.index },
      });
    }
    if (spec.scriptedUpsert && spec.script !== undefined)
      return planOf(scriptedChange(spec.script, scripts, insert, document));
    return { write: encode(insert), document: insert };
  }
  if (spec.script !== undefined) return planOf(scriptedChange(spec.script, scripts, spelledSource(source), document));
  const { merged, changed } = mergeDocument(spelledSource(source), spec.doc ?? {});
  return { write: changed || !spec.detectNoop ? encode(merged) : undefined, document: merged };
}

/** 400 for a document whose source is not kept. */
export function sourceMissing(where: ShardName, id: string): RequestError {
  return new RequestError(400, "document_source_missing_exception", `[${id}]: document source missing`, {
    details: { index_uuid: where.uuid, shard: String(where.shard), index: where.index },
  });
}

/** The `_source` that the answer's `get` shows, as JSON text. */
export function filterSourceFields(document: JsonObject, filter: SourceFilter): string {
  const { [INFERENCE_FIELDS]: _made, ...shown } = document;
  return writeJson(filteredSource(shown, filter.includes, filter.excludes));
}

function encode(document: JsonObject): Uint8Array {
  return Buffer.from(writeJson(document));
}

function planOf({ op, source }: ReturnType<typeof scriptedChange>): UpdatePlan {
  if (op === "delete") return { write: undefined, document: source, deletes: true };
  return { write: op === "index" ? encode(source) : undefined, document: source };
}
