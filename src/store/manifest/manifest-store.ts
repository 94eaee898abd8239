/**
 * The manifest of one shard in its folder: written atomically; the previous one is kept, and files that neither lists
 * are removed.
 */
import { parseJsonBytes } from "../../compat/json/parse-json.ts";
import type { Json } from "../../core/json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { Files } from "../files.ts";
import { SealBroken } from "../sealed-file.ts";
import { SealedSeries, type SealedVersion } from "../sealed-series.ts";
import { manifestFiles, type ShardManifest } from "./shard-manifest.ts";

const FORMAT = 1;
const NAME = "manifest";

/** Result of reading manifests. */
export interface ManifestReading {
  /** The newest readable manifest; undefined when there is none. */
  readonly manifest: ShardManifest | undefined;
  readonly generation: number;
  /**
   * Damaged manifests. If one of them is newer than `manifest`, then `manifest` is the state of an earlier flush: it is
   * complete as long as the log still begins at or before its `replayFromFile` and all its files exist.
   */
  readonly damages: readonly SealBroken[];
}

export class ManifestStore {
  readonly #files: Files;
  readonly #folder: string;
  readonly #series: SealedSeries;
  /** The manifests that are kept, newest first. */
  #kept: ShardManifest[] = [];

  /** `folder` is the shard's own folder. */
  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
    this.#series = new SealedSeries(files, folder, NAME);
  }

  /** Reads the newest intact manifest. */
  read(): ManifestReading {
    const { versions, damages } = this.#series.read();
    this.#kept = versions.map((version) => decode(version, this.#series.path(version.generation)));
    return { manifest: this.#kept[0], generation: versions[0]?.generation ?? 0, damages };
  }

  /** All intact manifests, newest first. */
  readAll(): readonly ShardManifest[] {
    this.read();
    return this.#kept;
  }

  /** Replaces the manifest, durable when the promise resolves; the files that it lists must already be durable. */
  async write(manifest: ShardManifest): Promise<number> {
    const generation = await this.#series.write(Buffer.from(writeJson({ format: FORMAT, ...manifest })));
    this.#kept = [manifest, ...this.#kept].slice(0, 2);
    return generation;
  }

  /** After a failed write: resolves with whether only the kept manifests exist. */
  settle(): Promise<boolean> {
    return this.#series.settle();
  }

  /** Oldest log file that a kept manifest needs: older ones may be trimmed. Undefined when nothing was flushed. */
  get replayFromFile(): number | undefined {
    return this.#kept.length === 0 ? undefined : Math.min(...this.#kept.map((manifest) => manifest.replayFromFile));
  }

  /** Bytes of source and segment files that only the previous manifest lists. */
  get supersededBytes(): number {
    const [newest, before] = this.#kept;
    if (!newest || !before) return 0;
    const named = new Set(manifestFiles(newest));
    return [...before.sources, ...before.segments].reduce(
      (sum, { file, bytes }) => sum + (named.has(file) ? 0 : bytes),
      0,
    );
  }

  /** The files that kept manifests name. */
  named(): Set<string> {
    return new Set(this.#kept.flatMap(manifestFiles));
  }

  /**
   * Removes the files of the shard that no kept manifest lists: leftovers of crashes, and files replaced by rewrites
   * and merges. `inUse` are paths that must stay: pinned by searches, or being written for the next manifest.
   */
  removeUnnamed(inUse: ReadonlySet<string>): string[] {
    const named = this.named();
    const removed: string[] = [];
    for (const path of this.#allFiles(this.#folder)) {
      if (named.has(path) || inUse.has(path) || path.startsWith(`${this.#folder}/${NAME}-`)) continue;
      this.#files.remove(path);
      removed.push(path);
    }
    return removed;
  }

  #allFiles(folder: string): string[] {
    const paths: string[] = [];
    for (const name of this.#files.list(folder)) {
      const path = `${folder}/${name}`;
      const below = this.#files.isFolder(path) ? this.#allFiles(path) : [path];
      paths.push(...below);
    }
    return paths;
  }
}

/** Decodes a manifest. Its checksum was correct, so it has the shape that `write` gave it. */
function decode(version: SealedVersion, path: string): ShardManifest {
  const value: Json = parseJsonBytes(version.body);
  if (typeof value !== "object" || value === null || Array.isArray(value) || value["format"] !== FORMAT) {
    throw new SealBroken(path, "it has another format");
  }
  const { format: _known, ...manifest } = value;
  return manifest as unknown as ShardManifest;
}
