/** The manifest of one shard in its folder: written atomically, the one before kept, and what neither names removed. */
import { parseJson } from "../../compat/json/parse-json.ts";
import type { Json } from "../../core/json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { Files } from "../files.ts";
import { SealBroken } from "../sealed-file.ts";
import { SealedSeries, type SealedVersion } from "../sealed-series.ts";
import { manifestFiles, type ShardManifest } from "./shard-manifest.ts";

const FORMAT = 1;
const NAME = "manifest";

/** What reading found. */
export interface ManifestReading {
  /** The newest readable manifest; undefined when there is none. */
  readonly manifest: ShardManifest | undefined;
  readonly generation: number;
  /**
   * Damaged manifests. When one of them is newer than what was read, `manifest` is the state of an earlier flush: it is
   * whole as long as the log still begins at or before its `replayFromFile`, and its files are all there.
   */
  readonly damages: readonly SealBroken[];
}

export class ManifestStore {
  readonly #files: Files;
  readonly #folder: string;
  readonly #series: SealedSeries;
  /** The manifests that are kept, newest first. */
  #kept: ShardManifest[] = [];

  /** `folder` is the shard's own. */
  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
    this.#series = new SealedSeries(files, folder, NAME);
  }

  /** Reads the newest manifest that is whole. */
  read(): ManifestReading {
    const { versions, damages } = this.#series.read();
    this.#kept = versions.map((version) => decode(version, this.#series.path(version.generation)));
    return { manifest: this.#kept[0], generation: versions[0]?.generation ?? 0, damages };
  }

  /** All manifests that are whole, newest first. */
  readAll(): readonly ShardManifest[] {
    this.read();
    return this.#kept;
  }

  /** Replaces the manifest, durable when the promise resolves; the files that it names must be durable already. */
  async write(manifest: ShardManifest): Promise<number> {
    const generation = await this.#series.write(Buffer.from(writeJson({ format: FORMAT, ...manifest })));
    this.#kept = [manifest, ...this.#kept].slice(0, 2);
    return generation;
  }

  /** After a write that failed: resolves with whether no manifest is there but those that are kept. */
  settle(): Promise<boolean> {
    return this.#series.settle();
  }

  /** Oldest log file that a kept manifest needs: those below may be trimmed. Undefined when nothing was flushed. */
  get replayFromFile(): number | undefined {
    return this.#kept.length === 0 ? undefined : Math.min(...this.#kept.map((manifest) => manifest.replayFromFile));
  }

  /** Bytes of sources and segments that only the manifest before the newest one keeps. */
  get supersededBytes(): number {
    const [newest, before] = this.#kept;
    if (!newest || !before) return 0;
    const named = new Set(manifestFiles(newest));
    return [...before.sources, ...before.segments].reduce(
      (sum, { file, bytes }) => sum + (named.has(file) ? 0 : bytes),
      0,
    );
  }

  /**
   * Removes the files of the shard that no kept manifest names: leftovers of crashes, and what rewrites and merges
   * replaced. `inUse` are paths that must stay: pinned by searches, or being written for the next manifest.
   */
  removeUnnamed(inUse: ReadonlySet<string>): string[] {
    const named = new Set(this.#kept.flatMap(manifestFiles));
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

/** The manifest in a sealed file. Its checksum held, so its shape is what `write` gave it. */
function decode(version: SealedVersion, path: string): ShardManifest {
  const value: Json = parseJson(Buffer.from(version.body).toString("utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value) || value["format"] !== FORMAT) {
    throw new SealBroken(path, "it has another format");
  }
  const { format: _known, ...manifest } = value;
  return manifest as unknown as ShardManifest;
}
