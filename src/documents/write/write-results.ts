/** The answers of items. */
import { type PortableError, RequestError, toPortableError } from "../../compat/errors.ts";
import type { WriteItem, WriteResult } from "../documents.ts";
import type { ShardShare } from "./place-items.ts";

/** The answer of an item that failed. */
export function failedItem(index: string, id: string | undefined, error: unknown): WriteResult {
  return { ok: false, index, id, error: toPortableError(error) };
}

/** What an item without an id is called in answers where it never gets one. */
const NO_ID = "auto-generated";

/** The answer of an item whose pipelines failed. */
export function notIngested(item: WriteItem | undefined, error: PortableError): WriteResult {
  return { ok: false, index: item?.index ?? "", id: item?.id ?? NO_ID, error };
}

/** Adds to results which pipelines ran. */
export function tellExecuted(results: WriteResult[], executed: ReadonlyMap<number, readonly string[]>): void {
  for (const [at, executedPipelines] of executed) {
    const result = results[at];
    if (result?.ok) results[at] = { ...result, executedPipelines };
  }
}

/** The answer of an item that a pipeline dropped: as if there had been nothing to do (`markItemAsDropped`). */
export function droppedItem(item: WriteItem | undefined): WriteResult {
  return {
    ok: true,
    index: item?.index ?? "",
    id: item?.id ?? NO_ID,
    version: -3,
    seqNo: -2,
    primaryTerm: 0,
    result: "noop",
    forcedRefresh: false,
    copies: 0,
  };
}

/** The answers of a shard's share, when its outcomes are there. */
export function answerShare(share: ShardShare, results: WriteResult[]): void {
  share.places.forEach((place, at) => {
    results[place] = answer(share, at);
  });
}

function answer({ outcomes, items, entry, forcedRefresh }: ShardShare, at: number): WriteResult {
  const outcome = outcomes[at];
  const id = outcome?.id ?? items[at]?.id ?? "";
  const { name, numberOfReplicas } = entry.state.metadata;
  if (!outcome)
    return failedItem(name, id, new RequestError(500, "illegal_state_exception", "the write was not answered"));
  if (!outcome.ok) return failedItem(name, id, outcome.error);
  const { version, seqNo, primaryTerm, result, get } = outcome;
  return {
    ok: true,
    index: name,
    id,
    version,
    seqNo,
    primaryTerm,
    result,
    forcedRefresh: forcedRefresh && result !== "noop",
    get,
    copies: 1 + numberOfReplicas,
  };
}
