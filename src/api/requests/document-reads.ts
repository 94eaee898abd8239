/** Gets by id, as the caller may see the documents: the way of all operations to single documents. */
import { assert } from "../../core/assert.ts";
import { type PortableError, toPortableError } from "../../compat/errors.ts";
import type { MaybeLater } from "../../core/maybe-later.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { parseLossless } from "../../compat/json/lossless-json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { Documents, GetRequest, GetResult } from "../../documents/documents.ts";
import { showsAllDocuments, showsAllFields } from "../../access/index-access.ts";
import { shardRouting } from "../../documents/shard-routing.ts";
import { filterFields } from "../../access/source-field-filter.ts";
import { readConflict, versionConflict } from "../../documents/write/version-check.ts";
import type { SearchService, SearchTarget } from "../../search/search-service.ts";
import type { ReadableIndex } from "../targets/readable-index.ts";

/** One document to be read. */
export interface DocumentRead extends ReadableIndex {
  readonly get: GetRequest;
}

const decoder = new TextDecoder();

type ReadResult = GetResult | PortableError;
type Found = GetResult & { readonly found: true };

/** What reading needs of the node. */
export interface ReadParts {
  readonly documents: Pick<Documents, "refresh"> & {
    get(requests: readonly GetRequest[]): MaybeLater<ReadResult[]>;
  };
  readonly searches: Pick<SearchService, "visible">;
}

/** A document that is written again and again while it is looked at is not shown after so many looks. */
const MOST_LOOKS = 8;

/** Reads documents. Who sees all of an index pays nothing for those who do not. */
export function readDocuments(parts: ReadParts, reads: readonly DocumentRead[]): MaybeLater<ReadResult[]> {
  if (!reads.some(({ access }) => access)) return parts.documents.get(reads.map(({ get }) => get));
  return readHidden(parts, reads);
}

async function readHidden(parts: ReadParts, reads: readonly DocumentRead[]): Promise<ReadResult[]> {
  // A hidden document has no version that could be another one: that is told apart at the end.
  const results = await parts.documents.get(
    reads.map(({ get, access }) => (access ? { ...get, version: undefined } : get)),
  );
  await hideDocuments(parts, reads, results);
  return results.map((result, number) => {
    const read = reads[number];
    return read?.access && isFound(result) ? shown(result, read) : result;
  });
}

/** Puts "not found" in the place of what the caller may not see. */
async function hideDocuments(parts: ReadParts, reads: readonly DocumentRead[], results: ReadResult[]): Promise<void> {
  let unknown = reads.flatMap(({ access }, number) =>
    showsAllDocuments(access) || !isFound(results[number]) ? [] : [number],
  );
  for (let looks = 0; unknown.length > 0; looks++) {
    const left: number[] = [];
    const visible = await visibleOnes(parts, reads, results, unknown);
    for (const [at, number] of unknown.entries()) {
      if (visible[at] === null && looks < MOST_LOOKS) left.push(number);
      else if (visible[at] !== true) results[number] = notFound(reads[number]);
    }
    if (left.length > 0) await readAgain(parts, reads, results, left);
    unknown = left.filter((number) => isFound(results[number]));
  }
}

/** Documents that searches do not know yet are made known to them, as Elasticsearch refreshes for a get. */
async function readAgain(
  { documents }: ReadParts,
  reads: readonly DocumentRead[],
  results: ReadResult[],
  numbers: readonly number[],
): Promise<void> {
  const again = numbers.map((number) => readAt(reads, number));
  await documents.refresh([...new Set(again.map(({ metadata }) => metadata.uuid))]);
  const found = await documents.get(again.map(({ get }) => ({ ...get, version: undefined })));
  for (const [at, number] of numbers.entries()) results[number] = found[at] ?? notFound(reads[number]);
}

/** Whether each of the documents may be seen; null: searches do not know it. */
async function visibleOnes(
  { searches }: ReadParts,
  reads: readonly DocumentRead[],
  results: readonly ReadResult[],
  numbers: readonly number[],
): Promise<(boolean | null)[]> {
  const byShard = new Map<string, { readonly target: SearchTarget; readonly numbers: number[] }>();
  for (const number of numbers) {
    const { metadata, access, get } = readAt(reads, number);
    const shard = shardRouting(metadata).shardOf(get.id, get.routing);
    const target = { uuid: metadata.uuid, index: metadata.name, filters: [], access, shards: [shard] };
    const key = stringifyJson([metadata.uuid, shard, stringifyJson(access as unknown as Json)]);
    const group = byShard.get(key);
    if (group) group.numbers.push(number);
    else byShard.set(key, { target, numbers: [number] });
  }
  const groups = [...byShard.values()];
  const lists = await searches.visible(
    groups.map((group) => ({
      target: group.target,
      seqNos: group.numbers.map((number) => (results[number] as Found).seqNo),
    })),
  );
  const visible = new Map(
    groups.flatMap((group, at) => group.numbers.map((number, place) => [number, lists[at]?.[place] ?? null] as const)),
  );
  return numbers.map((number) => visible.get(number) ?? null);
}

/** A document as far as it is shown, or the conflict with the version asked for. */
function shown(result: Found, { access, metadata, get }: DocumentRead): ReadResult {
  const conflict = readConflict(result.version, get);
  if (conflict !== undefined) {
    const shard = shardRouting(metadata).shardOf(get.id, get.routing);
    return toPortableError(versionConflict({ index: metadata.name, uuid: metadata.uuid, shard }, get.id, conflict));
  }
  if (showsAllFields(access)) return result;
  const visible = (source: Uint8Array): Uint8Array =>
    source.length === 0
      ? source
      : Buffer.from(writeJson(filterFields(parseLossless(decoder.decode(source)) as JsonObject, access)));
  return { ...result, source: visible(result.source), whole: result.whole && visible(result.whole) };
}

function isFound(result: ReadResult | undefined): result is Found {
  return result !== undefined && "found" in result && result.found;
}

function notFound(read: DocumentRead | undefined): GetResult {
  return { found: false, index: read?.get.index ?? "", id: read?.get.id ?? "" };
}

function readAt(reads: readonly DocumentRead[], number: number): DocumentRead {
  const read = reads[number];
  assert(read, "a result belongs to a read");
  return read;
}
