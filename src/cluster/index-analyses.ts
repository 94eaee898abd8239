/**
 * The analysis of each index. The main thread reads files and synonym sets once, when an index is opened, and sends
 * them to all threads; a reload reads again what analyzers with updateable rules use.
 */
import { randomUUID } from "node:crypto";
import { type IndexAnalysis, analysisOf, openAnalysis } from "../analysis/analyzers-of.ts";
import type { FlatSettings } from "../analysis/component-groups.ts";
import {
  faultOf,
  namedSets,
  partedAnalysis,
  type ReloadableAnalyzer,
  reloadableAnalyzers,
} from "../analysis/index-analysis.ts";
import { builtInFiles } from "../analysis/languages/built-in-files.ts";
import {
  type IndexResources,
  nothingRead,
  RecordingResources,
  type ReadResources,
  resourcesOf,
} from "../analysis/read-resources.ts";
import { RequestError, toPortableError } from "../compat/errors.ts";
import { ownOf, put } from "../core/names.ts";
import { KeyedQueue } from "../core/keyed-queue.ts";
import { knownAnalysis, rememberAnalysis } from "../mapping/mapping-context.ts";
import type { IndexMetadata } from "./cluster-state.ts";
import type { ConfigFiles } from "./config-folder.ts";

/** What analyses can read. */
export interface IndexAnalysesDependencies {
  readonly files: ConfigFiles;
  /**
   * The rules of a synonym set, one for each line, in shared memory; undefined: the set does not exist. Rejects when it
   * cannot be read.
   */
  rulesOf(set: string): Promise<Uint8Array | undefined>;
}

/** The result of reloading an index. */
export interface Reload {
  /** Names of the analyzers. */
  readonly analyzers: readonly string[];
  /** Whether the rules of the index have changed. */
  readonly isChanged: boolean;
  /** Why nothing was reloaded; the previous rules stay in force. */
  readonly failure?: RequestError;
}

interface OpenedIndex {
  readonly metadata: IndexMetadata;
  readonly resources: IndexResources | undefined;
  readonly made: MadeAnalysis | undefined;
}

/** Analyses that the main thread built to find out what they read, reused by everything that runs on it. */
interface MadeAnalysis {
  readonly opened: IndexAnalysis;
  readonly reloaded: ReadonlyMap<string, IndexAnalysis>;
}

const notYet = Symbol("not read yet");

/** See the file comment. */
export class IndexAnalyses {
  readonly #parts: IndexAnalysesDependencies;
  readonly #opened = new Map<string, OpenedIndex>();
  /** Reads for one index run one after another, so that the last one has the newest content. */
  readonly #reads = new KeyedQueue();
  #nextVersion = 1;
  #builtInAnalysis: IndexAnalysis | undefined;
  readonly #builtInKey = randomUUID();
  #builtIn: ReadResources | undefined | typeof notYet = notYet;

  constructor(parts: IndexAnalysesDependencies) {
    this.#parts = parts;
  }

  /**
   * Takes the metadata of an index, and reads its resources when it is opened. Returns the metadata for the threads.
   */
  open(metadata: IndexMetadata): Promise<IndexMetadata> {
    return this.#reads.run(metadata.uuid, async () => {
      const before = this.#opened.get(metadata.uuid);
      const stays = before?.metadata.state === "open" && metadata.state === "open";
      const { resources, made } = stays ? before : await this.#read(metadata.settings);
      // An analysis built with other settings is rebuilt from the resources.
      const holds = !stays || before.metadata.settings === metadata.settings;
      this.#keep({ metadata, resources, made: holds ? made : undefined });
      return this.withResources(metadata);
    });
  }

  forget(uuid: string): void {
    this.#opened.delete(uuid);
  }

  /** The metadata with the resources of its analysis, for the threads. */
  withResources(metadata: IndexMetadata): IndexMetadata {
    const resources = this.#opened.get(metadata.uuid)?.resources;
    return resources ? { ...metadata, resources } : metadata;
  }

  /** Why some analyzers of an index cannot be used. */
  failure(uuid: string): IndexResources["failure"] {
    return this.#opened.get(uuid)?.resources?.failure;
  }

  /**
   * The analysis of an index. If there is none yet for these settings, it is built for validation: files are read, and
   * synonym sets count as empty, as they may be created later. Throws Elasticsearch's errors.
   */
  of(metadata: IndexMetadata): IndexAnalysis {
    return this.known(metadata) ?? this.#checked(metadata.settings);
  }

  /** The analysis of an index that was opened with these settings. */
  known({ uuid, settings }: IndexMetadata): IndexAnalysis | undefined {
    const opened = this.#opened.get(uuid);
    return opened?.metadata.settings === settings ? knownAnalysis(settings, opened.resources) : undefined;
  }

  /** As `of`, for settings that no index has yet; all files are read when it resolves. */
  async read(settings: FlatSettings): Promise<IndexAnalysis> {
    return this.#checked(settings);
  }

  #checked(settings: FlatSettings): IndexAnalysis {
    return analysisOf(settings, { ...this.#files(), synonymsSet: () => [] });
  }

  /** The built-in analysis, without an index. */
  get builtIn(): IndexAnalysis {
    return (this.#builtInAnalysis ??= openAnalysis({}, resourcesOf(this.#builtInFiles() ?? nothingRead)));
  }

  /**
   * Analysis components built now from settings, for `_analyze`; `sets` are additional synonym sets that may be used.
   */
  async fresh(
    settings: FlatSettings,
    sets: readonly string[],
  ): Promise<{ readonly analysis: IndexAnalysis; readonly read: () => ReadResources }> {
    const recorder = await this.#resources([...namedSets(settings), ...sets]);
    return { analysis: openAnalysis(settings, recorder), read: () => recorder.read ?? nothingRead };
  }

  /** The parts of the built-in analysis, for threads that have none. */
  get builtInParts(): { readonly key: string; readonly settings: FlatSettings; readonly read: ReadResources } {
    return { key: this.#builtInKey, settings: {}, read: this.#builtInFiles() ?? nothingRead };
  }

  /** The analyzers of an index with updateable rules; with `set`, those that use it. */
  reloadable(metadata: IndexMetadata, set: string | undefined): string[] {
    return named(reloadableAnalyzers(this.of(metadata)), set);
  }

  /**
   * Reads the resources of the reloadable analyzers of an index again; with `set`, of those that use it. The threads
   * are not updated yet.
   */
  reload(metadata: IndexMetadata, set: string | undefined): Promise<Reload> {
    return this.#reads.run(metadata.uuid, async () => {
      const opened = this.#opened.get(metadata.uuid);
      if (!opened?.resources) return { analyzers: [], isChanged: false };
      const { settings } = opened.metadata;
      if (opened.resources.failure) {
        // The index was opened with a failure, so everything is read again.
        const { resources, made } = await this.#read(settings);
        this.#keep({ ...opened, resources, made });
        return { analyzers: this.reloadable(opened.metadata, set), isChanged: true };
      }
      const analyzers = this.reloadable(opened.metadata, set);
      if (analyzers.length === 0) return { analyzers, isChanged: false };
      const reloaded: Record<string, ReadResources> = { ...opened.resources.reloaded };
      const made = new Map(opened.made?.reloaded);
      for (const analyzer of analyzers) {
        try {
          const recorder = await this.#resources(namedSets(settings));
          const analysis = openAnalysis(settings, recorder);
          analysis.analyzer(analyzer);
          made.set(analyzer, analysis);
          put(reloaded, analyzer, recorder.read ?? nothingRead);
        } catch (error) {
          if (error instanceof RequestError) return { analyzers: [], isChanged: false, failure: error };
          throw error;
        }
      }
      const resources = { ...opened.resources, version: this.#nextVersion++, reloaded };
      this.#keep({ ...opened, resources, made: opened.made && { ...opened.made, reloaded: made } });
      return { analyzers, isChanged: true };
    });
  }

  #keep(index: OpenedIndex): void {
    const { metadata, resources, made } = index;
    this.#opened.set(metadata.uuid, index);
    if (made) rememberAnalysis(metadata.settings, resources, partedAnalysis(made.opened, made.reloaded));
  }

  /** Reads everything that the settings need, if anything. */
  async #read(settings: FlatSettings): Promise<Pick<OpenedIndex, "resources" | "made">> {
    const builtIn = this.#builtInFiles();
    const nothing = { resources: builtIn && this.#resourcesOf(builtIn), made: undefined };
    if (!Object.keys(settings).some((key) => key.startsWith("index.analysis."))) return nothing;
    let unread: RequestError | undefined;
    // A failure must not keep other indices, or the other analyzers of this one, from opening.
    const recorder = await this.#resources(namedSets(settings), (error) => (unread = error));
    const opened = openAnalysis(settings, recorder);
    const failure = faultOf(opened) ?? (unread && toPortableError(unread));
    const { read } = recorder;
    if (!read && !failure) return nothing;
    return {
      resources: this.#resourcesOf(withBuiltIn(read ?? nothingRead, builtIn), failure),
      made: { opened, reloaded: new Map() },
    };
  }

  #resourcesOf(opened: ReadResources, failure?: IndexResources["failure"]): IndexResources {
    return { version: this.#nextVersion++, opened, reloaded: {}, failure };
  }

  /**
   * The files of built-in analyzers, which any mapping may name: read once for all indices. Undefined when there are
   * none.
   */
  #builtInFiles(): ReadResources | undefined {
    if (this.#builtIn === notYet) {
      const recorder = new RecordingResources(this.#parts.files, {});
      for (const path of builtInFiles) {
        const [folder = "", name = ""] = path.split("/");
        if (recorder.fileNames(folder).includes(name)) recorder.readBytes("analyzer", path);
      }
      const { read } = recorder;
      this.#builtIn = read && Object.keys(read.files).length > 0 ? read : undefined;
    }
    return this.#builtIn;
  }

  /**
   * `onUnread` is called for a set that cannot be read, which then counts as absent; without `onUnread` the error is
   * thrown.
   */
  async #resources(sets: readonly string[], onUnread?: (error: RequestError) => void): Promise<RecordingResources> {
    const rules: Record<string, Uint8Array | null> = {};
    for (const set of new Set(sets)) {
      try {
        put(rules, set, (await this.#parts.rulesOf(set)) ?? null);
      } catch (error) {
        if (!onUnread || !(error instanceof RequestError)) throw error;
        onUnread(error);
        put(rules, set, null);
      }
    }
    return new RecordingResources(this.#files(), rules);
  }

  /** The files that analyses may read; built-in ones are in memory. */
  #files(): ConfigFiles {
    const { files } = this.#parts;
    const builtIn = this.#builtInFiles()?.files ?? {};
    return {
      readBytes: (parameter, path) => ownOf(builtIn, path) ?? files.readBytes(parameter, path),
      fileNames: (folder) => files.fileNames(folder),
    };
  }
}

/** The resources of an index together with the shared built-in ones. */
function withBuiltIn(read: ReadResources, builtIn: ReadResources | undefined): ReadResources {
  if (!builtIn) return read;
  return { ...read, files: { ...read.files, ...builtIn.files }, folders: { ...read.folders, ...builtIn.folders } };
}

function named(analyzers: readonly ReloadableAnalyzer[], set: string | undefined): string[] {
  return analyzers.filter(({ sets }) => set === undefined || sets.includes(set)).map(({ name }) => name);
}
