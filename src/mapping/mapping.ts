/** One version of an index's mapping: the view for searches, and the basis of document parsing (`documentParser`). */
import type { Analyzer } from "../analysis/analyzer.ts";
import type { FlatSettings } from "../analysis/component-groups.ts";
import type { IndexResources } from "../analysis/read-resources.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";
import { baseField, noFieldData } from "./define-field-type.ts";
import { type FieldCapabilities, plainValues } from "./field-capabilities.ts";
import { DocumentIndexer } from "./document-indexer.ts";
import type { DocumentInput, DocumentParser } from "./document-parser.ts";
import type { ChunkSpace, IndexableField, MappedField } from "./field-type.ts";
import { knownAnalysis, MappingContext } from "./mapping-context.ts";
import { fieldsBelow, othersBelow, type RootMapping } from "./mapping-tree.ts";
import type { MappingView } from "./mapping-view.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { metadataFields } from "./metadata-fields.ts";
import { parseRootMapping } from "./parse-mapping.ts";
import { runtimeFieldsByPath } from "./runtime/runtime-field.ts";
import type { QueryReader } from "./stored-query.ts";
import { shortNames } from "./passthrough.ts";
import { type SourceLoader, sourceLoaderOf, syntheticLoaderOf } from "./source-form.ts";
import { sourceMode } from "./source-mapping.ts";
import { isTimeSeries, sourceModeSetting } from "./time-series/index-mode.ts";
import { TSID, tsidField } from "./time-series/series-fields.ts";
import { isStoredText } from "./synthetic-source/field-plan.ts";

/** What a mapping is made of; IndexMetadata is one. */
export interface MappingMetadata {
  readonly name: string;
  readonly settings: FlatSettings;
  readonly mapping: JsonObject;
  readonly mappingVersion: number;
  /** Files read by its analysis; absent: none. */
  readonly resources?: IndexResources | undefined;
}

/** Options of `Mapping.parse`. */
export interface MappingOptions {
  /** Compiles its scripts when they are to run; absent: the mapping does it itself. */
  readonly scripts?: ScriptCompiler | undefined;
  /** A setting's default; without it only explicit settings are known. */
  readonly settingDefault?: (name: string) => string | readonly string[] | undefined;
}

/** See MappingView. Made by `parse`. */
export class Mapping implements MappingView, CompiledMapping {
  readonly index: string;
  readonly version: number;
  readonly root: RootMapping;
  readonly context: MappingContext;
  readonly scripts: ScriptCompiler;
  readonly sourceLoader: SourceLoader | undefined;
  readonly shortNames: ReadonlyMap<string, string>;
  readonly runtimeByPath: ReadonlyMap<string, MappedField>;
  readonly dottedFields = new Set<string>();
  readonly #fields = new Map<string, MappedField>();
  readonly #aliases = new Map<string, string>();
  /** What the chunks of texts are made of: fields that are found by their names alone. */
  readonly #chunkFields = new Map<string, MappedField>();
  readonly #objects = new Set<string>();
  readonly #metadata: MappingMetadata;
  #synthetic: SourceLoader | undefined;
  readonly #options: MappingOptions;

  private constructor(metadata: MappingMetadata, options: MappingOptions) {
    this.#metadata = metadata;
    this.#options = options;
    this.index = metadata.name;
    this.version = metadata.mappingVersion;
    const { settings, resources } = metadata;
    this.scripts = options.scripts ?? new ScriptCompiler();
    this.context = new MappingContext(settings, this.scripts, knownAnalysis(settings, resources, this.scripts));
    this.root = parseRootMapping(metadata.mapping, this.context, "update");
    this.runtimeByPath = runtimeFieldsByPath(this.root.runtime);
    this.sourceLoader = sourceLoaderOf(this.root, this.runtimeByPath, metadata.settings);
    const synthetic = sourceMode(this.root.source, sourceModeSetting(metadata.settings)) === "synthetic";
    for (const node of fieldsBelow(this.root.object)) {
      this.#addField(synthetic && isStoredText(node) ? { ...node.field, stored: true } : node.field);
      if (node.name.includes(".")) this.dottedFields.add(node.path);
      if (node.field.semantic?.chunks) this.#addChunks(node.path, node.field.semantic.chunks);
    }
    for (const node of othersBelow(this.root.object)) {
      if (node.kind === "alias") this.#aliases.set(node.path, node.target);
      else {
        this.#objects.add(node.path);
        this.#fields.set(node.path, objectField(node.path, node.nested ? "nested" : "object"));
      }
    }
    const isTaken = (name: string): boolean =>
      this.#aliases.has(name) || (this.#fields.has(name) && !this.#objects.has(name));
    this.shortNames = shortNames(this.root.object, isTaken);
    for (const [name, path] of this.shortNames) this.#aliases.set(name, path);
  }

  /** The mapping in an index's metadata, as `mergeMappings` returned it. */
  static parse(metadata: MappingMetadata, options: MappingOptions = {}): Mapping {
    return new Mapping(metadata, options);
  }

  /**
   * A parser of documents for this version. It has state: do not share it between threads. `readQuery` is for
   * percolator fields.
   */
  documentParser(readQuery?: QueryReader): DocumentParser {
    return new DocumentIndexer(this, readQuery && ((query, lookups) => readQuery(query, this, lookups)));
  }

  parserFor(documents: readonly DocumentInput[], readQuery: QueryReader): DocumentParser {
    const { settings, mapping } = this.#metadata;
    let merged = mapping;
    let parser = this.documentParser(readQuery);
    for (const document of documents) {
      const update = parser.dynamicUpdate(document);
      if (!update) continue;
      merged = mergeMappings(merged, update, settings, this.context.analysis);
      parser = Mapping.parse({ ...this.#metadata, mapping: merged }, this.#options).documentParser(readQuery);
    }
    return parser;
  }

  syntheticLoader(): SourceLoader {
    return (this.#synthetic ??= syntheticLoaderOf(this.root, this.runtimeByPath, this.#metadata.settings));
  }

  field(path: string): MappedField | undefined {
    if (path === TSID && isTimeSeries(this.#metadata.settings)) return tsidField;
    return (
      this.#fields.get(path) ??
      metadataFields.get(path) ??
      this.#aliased(path) ??
      this.#chunkFields.get(path) ??
      this.#keyField(path)
    );
  }

  matching(pattern: string): readonly string[] {
    if (!pattern.includes("*") && !this.#fields.has(pattern) && this.#keyField(pattern)) return [pattern];
    const paths = [...this.#fields.keys()].filter((path) => !this.#objects.has(path));
    return [...paths, ...this.#aliases.keys()].filter((path) => simpleMatch(pattern, path)).sort();
  }

  isObject(path: string): boolean {
    return this.#objects.has(path);
  }

  analyzer(name: string): Analyzer | undefined {
    return this.context.analysis.analyzer(name);
  }

  setting(name: string): Json | undefined {
    const value = ownOf(this.context.settings, name) ?? this.#options.settingDefault?.(name);
    return typeof value === "string" || value === undefined ? value : [...value];
  }

  resolve(path: string): string {
    return this.#aliases.get(path) ?? path;
  }

  /** Whether documents must have a routing value. */
  get routingRequired(): boolean {
    return this.root.routingRequired ?? false;
  }

  #addField(field: IndexableField): void {
    this.#fields.set(field.path, field);
    for (const inner of field.subFields ?? []) if (inner.named) this.#addField(inner.field);
  }

  #addChunks(texts: string, { path, embeddings }: ChunkSpace): void {
    this.#chunkFields.set(path, { ...objectField(path, "nested"), chunksOf: texts });
    this.#chunkFields.set(embeddings.field.path, embeddings.field);
  }

  /** The field of one key of a flattened field. */
  #keyField(path: string): MappedField | undefined {
    for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
      const parent = path.slice(0, dot);
      const field = this.#fields.get(parent) ?? this.#aliased(parent);
      if (field?.keyField) return field.keyField(path.slice(dot + 1));
    }
    return undefined;
  }

  #aliased(path: string): MappedField | undefined {
    const target = this.#aliases.get(path);
    return target === undefined ? undefined : this.#fields.get(target);
  }
}

/** An object as a field: for `exists` and messages. */
function objectField(path: string, type: "object" | "nested"): MappedField {
  const field = baseField(path, {
    type,
    capabilities: type === "nested" ? nestedObjects : objects,
    searchable: false,
    aggregatable: false,
    spec: { terms: undefined, norms: false, column: undefined },
    shown: {},
  });
  return { ...field, withoutFieldData: noFieldData(field) };
}

const objects: FieldCapabilities = { ...plainValues, object: "object" };
const nestedObjects: FieldCapabilities = { ...plainValues, object: "nested" };
