/** For tests: writers whose every acknowledged write is remembered, and the search for each of them afterwards. */
import { isJsonObject, type Json } from "../../core/json.ts";
import type { Files } from "../../store/files.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import { manifestFiles } from "../../store/manifest/shard-manifest.ts";
import { type Harness, testIndex } from "./documents-harness.ts";
import type { BulkOptions } from "../../documents/documents.ts";

const INDICES = ["one", "two"];
export const SIMULATED_UUIDS: readonly string[] = INDICES.map((name) => `uuid-of-${name}`);

const OPTIONS: BulkOptions = {
  index: undefined,
  routing: undefined,
  refresh: "false",
  requireAlias: false,
  requireDataStream: false,
  pipeline: undefined,
  sourceFilter: undefined,
  grant: { all: true, user: "admin", rules: [] },
};

/**
 * What is known of a document: the value acknowledged last (0: not there), and those sent since without an
 * acknowledgement.
 */
interface Known {
  acknowledged: number;
  readonly open: Set<number>;
}

/** A write of a document: when it was sent and when it was acknowledged, by the clock of the workload. */
interface Sent {
  readonly value: number;
  readonly sentAt: number;
  acknowledgedAt: number;
}

/** A pseudo-random generator: numbers below a limit. */
export function seeded(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Writers with ids of their own, each with one request after the other. */
export class Workload {
  #h: Harness;
  readonly #random: (below: number) => number;
  /** Counts what happens. */
  readonly #now: () => number;
  readonly #sent = new Map<string, Sent[]>();
  #value = 0;

  constructor(h: Harness, random: (below: number) => number, now: () => number = () => 0) {
    this.#h = h;
    this.#random = random;
    this.#now = now;
  }

  /** Writes go to another node from now on. */
  use(h: Harness): void {
    this.#h = h;
  }

  static async createIndices(h: Harness): Promise<void> {
    await h.create(testIndex("one", { "index.number_of_shards": "2" }));
    await h.create(testIndex("two"));
  }

  /**
   * One bulk request of a writer: puts and deletes on both indices, now and then with a field that the mapping lacks.
   */
  async write(writer: number): Promise<void> {
    const sent: { key: string; value: number }[] = [];
    let body = "";
    const ids = new Set(Array.from({ length: 1 + this.#random(5) }, () => `${writer}-${this.#random(6)}`));
    for (const id of ids) {
      for (const index of INDICES) {
        if (this.#random(3) === 0) continue;
        const deletes = this.#random(6) === 0;
        const value = deletes ? 0 : ++this.#value;
        sent.push({ key: `${index}/${id}`, value });
        const field = this.#random(5) === 0 ? `,"new${this.#random(60)}":1` : "";
        body += deletes
          ? `{"delete":{"_index":"${index}","_id":"${id}"}}\n`
          : `{"index":{"_index":"${index}","_id":"${id}"}}\n{"f":"v","n":${value}${field}}\n`;
      }
    }
    if (sent.length === 0) return;
    const entries = sent.map(({ key, value }): Sent => {
      const entry = { value, sentAt: this.#now(), acknowledgedAt: Number.POSITIVE_INFINITY };
      const before = this.#sent.get(key);
      if (before) before.push(entry);
      else this.#sent.set(key, [entry]);
      return entry;
    });
    const statuses = await this.#bulk(Buffer.from(body));
    entries.forEach((entry, at) => {
      // A delete of a document that is not there is answered 404.
      const status = statuses[at] ?? 0;
      if (status < 300 || (entry.value === 0 && status === 404)) entry.acknowledgedAt = this.#now();
    });
  }

  /** What is known at a time of each document. */
  known(at = Number.MAX_SAFE_INTEGER): Map<string, Known> {
    const known = new Map<string, Known>();
    for (const [key, entries] of this.#sent) {
      const last = entries.findLastIndex((entry) => entry.acknowledgedAt <= at);
      const open = entries.slice(last + 1).filter((entry) => entry.sentAt <= at);
      known.set(key, { acknowledged: entries[last]?.value ?? 0, open: new Set(open.map((entry) => entry.value)) });
    }
    return known;
  }

  /**
   * What is wrong with the documents that a node has; nothing, when each is as acknowledged, or as a later write would
   * have it.
   */
  async faults(h: Harness, known: ReadonlyMap<string, Known> = this.known()): Promise<string[]> {
    const faults: string[] = [...h.failures];
    const stats = await h.service.stats(SIMULATED_UUIDS);
    for (const { index, shard, failure } of stats)
      if (failure !== undefined) faults.push(`[${index}][${shard}] is red: ${failure}`);
    await h.service.refresh(SIMULATED_UUIDS);
    const seen = new Map(
      INDICES.map((index) => [
        index,
        new Map([...h.visible(index, 0), ...(index === "one" ? h.visible(index, 1) : [])]),
      ]),
    );
    for (const [key, { acknowledged, open }] of known) {
      const [index = "", id = ""] = key.split("/");
      const [found] = await h.service.get([{ index, id, realtime: true }]);
      let value = -1;
      if (found && "found" in found) value = found.found ? valueOf(found.source) : 0;
      if (value !== acknowledged && !open.has(value)) {
        faults.push(
          `${key} is ${value < 0 ? JSON.stringify(found) : value}, ${acknowledged} was acknowledged, [${[...open].join()}] were not`,
        );
      }
      const seqNo = found && "found" in found && found.found ? found.seqNo : undefined;
      if (seen.get(index)?.get(id) !== seqNo)
        faults.push(`${key} is ${seqNo} for gets and ${seen.get(index)?.get(id)} for searches`);
    }
    return faults;
  }

  async #bulk(body: Uint8Array): Promise<number[]> {
    const { service } = this.#h;
    const handle = await service.bulkStart(OPTIONS, body.length);
    await service.bulkChunk(handle, body);
    const answer: Json = JSON.parse(Buffer.from((await service.bulkEnd(handle)).body).toString());
    const items = isJsonObject(answer) && Array.isArray(answer["items"]) ? answer["items"] : [];
    return items.map((item) => {
      const result = isJsonObject(item) ? Object.values(item)[0] : undefined;
      return isJsonObject(result) ? Number(result["status"]) : 0;
    });
  }
}

function valueOf(source: Uint8Array): number {
  const document: Json = JSON.parse(Buffer.from(source).toString());
  return isJsonObject(document) ? Number(document["n"]) : -1;
}

/** The same files once more, as the next process finds them: all of one moment, though a flush may be under way. */
export async function copyOf(files: MemoryFiles): Promise<MemoryFiles> {
  const copy = new MemoryFiles();
  const found = allFiles(files, "").map((path) => ({ path, bytes: files.read(path).slice() }));
  for (const { path, bytes } of found) await copy.replace(path, bytes);
  return copy;
}

/** Files of shards that no manifest of theirs names. */
export function leftovers(files: Files): string[] {
  return files.list("indices").flatMap((uuid) =>
    files.list(`indices/${uuid}`).flatMap((shard) => {
      const folder = `indices/${uuid}/${shard}`;
      const named = new Set(new ManifestStore(files, folder).readAll().flatMap(manifestFiles));
      return allFiles(files, folder).filter((path) => !named.has(path) && !path.startsWith(`${folder}/manifest-`));
    }),
  );
}

function allFiles(files: Files, folder: string): string[] {
  return files.list(folder).flatMap((name) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    return files.isFolder(path) ? allFiles(files, path) : [path];
  });
}
