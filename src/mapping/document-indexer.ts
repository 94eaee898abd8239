/** Second pass over a document: passes every value to the fields that it belongs to. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import type { FieldWriter, NestedWriter, SegmentBuilder } from "../segment/segment-builder.ts";
import type { ScriptDocument } from "../scripting/script-document.ts";
import { checkTimestamp } from "./data-stream-timestamp.ts";
import {
  aliasWritten,
  documentError,
  errorOfPoint,
  fieldError,
  noObject,
  placeOfPoint,
  tooManyNested,
} from "./document-error.ts";
import type { DocumentInput, DocumentParser } from "./document-parser.ts";
import { DocumentPlace } from "./document-place.ts";
import type { DocumentScope } from "./document-scope.ts";
import { DynamicMapping } from "./dynamic-mapping.ts";
import type { ValueContext, WatchedValue } from "./field-type.ts";
import { IgnoredDynamicFields } from "./ignored-dynamic-fields.ts";
import { UnmappedFields } from "./unmapped-fields.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";
import {
  type AliasNode,
  type FieldNode,
  hasStoredQueries,
  joinPath,
  type MappingNode,
  type ObjectNode,
} from "./mapping-tree.ts";
import { DOC_COUNT, IGNORED, metadataFieldNames, metadataFields, ROUTING, SIZE } from "./metadata-fields.ts";
import { readMetadataValue } from "./metadata-value.ts";
import { nameParts, plainName } from "./name-parts.ts";
import { consumes, copiedPart, refusedBracket, wrapsMultiFields } from "./field-reading.ts";
import { FieldSlots, isOfDocument, type Slot } from "./field-slots.ts";
import { nest } from "./nested-names.ts";
import { bypassesField } from "./flattened-subobject.ts";
import { checkEmbeddedText, noEmbeddedText, readEmbeddedText } from "./semantic/embedded-text.ts";
import { INFERENCE_FIELDS } from "./semantic/inference-fields.ts";
import { type SemanticTexts, semanticTexts } from "./semantic/semantic-texts.ts";
import type { SourceLoader } from "./source-form.ts";
import { isTimeSeries } from "./time-series/index-mode.ts";
import { SeriesIds, type SeriesPoint, timestampText } from "./time-series/series-id.ts";
import { tsidField } from "./time-series/series-fields.ts";
import { outOfBounds, type TimeBounds, timeBounds } from "./time-series/time-bounds.ts";
import { type DocumentQueries, lookupsOf, STORED_LOOKUPS } from "./stored-query.ts";
import { copyOfObject } from "./value-check.ts";
import { sourceColumns } from "./value-columns.ts";
import { ValueError } from "./value-error.ts";

const encoder = new TextEncoder();

/** See DocumentParser. */
export class DocumentIndexer implements DocumentParser, ValueContext {
  readonly mappingVersion: number;
  readonly semanticTexts: readonly SemanticTexts[];
  readonly sourceLoader: SourceLoader | undefined;
  readonly #mapping: CompiledMapping;
  readonly #slots: FieldSlots;
  /** The scope of the document itself. */
  readonly #root: DocumentScope;
  readonly #missing: UnmappedFields;
  readonly #nestedLimit: number;
  readonly #leftOut: IgnoredDynamicFields;
  #nestedObjects = 0;
  readonly #ignored = new Set<string>();
  #place!: DocumentPlace;
  #document!: DocumentInput;
  #builder!: SegmentBuilder;
  /** Length of the path to the current value: of the field, and of an item inside it. */
  #leafDepth = 0;
  #depth = 0;
  /** Name of the field that receives the value, also for its multi-fields. */
  #label = "";

  // State of the ValueContext for fields while a value is indexed.
  builder!: FieldWriter;
  field = 0;
  nextPosition = 0;
  documentId = "";
  routing: string | undefined;

  readonly hasStoredQueries: boolean;
  readonly storedQuery: ValueContext["storedQuery"];
  readonly #readQuery: DocumentQueries | undefined;
  readonly pointOf: DocumentParser["pointOf"];
  readonly #bounds: TimeBounds | undefined;

  constructor(mapping: CompiledMapping, readQuery?: DocumentQueries) {
    this.#mapping = mapping;
    this.#readQuery = readQuery;
    this.storedQuery = readQuery && ((query) => readQuery(query, lookupsOf(this.#document)));
    this.hasStoredQueries = hasStoredQueries(mapping.root.object);
    this.mappingVersion = mapping.version;
    this.sourceLoader = mapping.sourceLoader;
    this.#missing = new UnmappedFields(mapping.root.object, mapping.runtimeByPath);
    this.#nestedLimit = mapping.context.limit("index.mapping.nested_objects.limit", 10_000);
    this.#leftOut = new IgnoredDynamicFields(mapping, this.#missing);
    this.#slots = new FieldSlots(mapping.root.object);
    this.#root = this.#slots.root;
    this.semanticTexts = semanticTexts(mapping.root.object);
    const { settings } = mapping.context;
    if (isTimeSeries(settings)) {
      const series = new SeriesIds(mapping.root.object, listSetting(settings["index.routing_path"]));
      this.pointOf = lastKept((document) => series.pointOf(document));
      this.#bounds = timeBounds(settings);
    }
  }

  dynamicUpdate(document: DocumentInput): JsonObject | undefined {
    if (!document.unread && !this.#missing.in(document.source)) return undefined;
    return new DynamicMapping(this.#mapping, document, this.#readQuery).update();
  }

  index(document: DocumentInput, builder: SegmentBuilder): void {
    if (document.unread) throw document.unread.error;
    this.#document = document;
    this.#place = new DocumentPlace(document);
    this.#builder = builder;
    this.documentId = document.id;
    this.routing = document.routing;
    this.#root.document(builder);
    this.#ignored.clear();
    for (const values of this.#slots.watched.values()) values.length = 0;
    this.#nestedObjects = 0;
    const { object } = this.#mapping.root;
    if (object.enabled !== false) this.#object(object, document.source, 0);
    this.#indexEverywhere(this.#root);
    this.#metadata();
  }

  /** ValueContext: adds a path to `_ignored`. */
  ignore(path: string): void {
    this.#ignored.add(path);
  }

  /** ValueContext: the document for scripts. */
  get scriptDocument(): ScriptDocument {
    const { source } = this.#document;
    return { source, doc: 0, columns: sourceColumns((path) => this.#mapping.field(path), source) };
  }

  /** ValueContext: moves to an item or member of the current value, or back to the value. */
  item(step: number | string | undefined): void {
    if (step !== undefined) this.#place.set(this.#leafDepth, step);
    this.#depth = this.#leafDepth + (step === undefined ? 0 : 1);
  }

  /** ValueContext: moves further down. */
  itemAt(step: number | string, level: number): void {
    this.#place.set(this.#leafDepth + level, step);
    this.#depth = this.#leafDepth + level + 1;
  }

  /** ValueContext: the values that a watched field received. */
  valuesOf(path: string): readonly WatchedValue[] {
    return this.#slots.watched.get(path) ?? [];
  }

  /** ValueContext: the source text of a number. */
  readonly numberText = (value: number | bigint): string => this.#place.numberText(this.#depth) ?? String(value);

  #object(node: ObjectNode, object: JsonObject, depth: number): void {
    for (const key in object) {
      const value = object[key] as Json;
      this.#place.set(depth, key);
      const child = node.children.get(key);
      if (child !== undefined && !(node.subobjects === false && bypassesField(child, value)))
        this.#value(child, value, depth + 1);
      else this.#named(node, key, value, depth + 1);
    }
  }

  /** A name that is not a direct child: dotted, a metadata field, or unmapped with dynamic mapping off. */
  #named(node: ObjectNode, key: string, value: Json, depth: number): void {
    if (node.path === "" && metadataFieldNames.has(key)) {
      this.#metadataValue(key, value, depth);
      return;
    }
    if (node.path === "" && key === INFERENCE_FIELDS && this.semanticTexts.length > 0) {
      this.#embeddings(value, depth);
      return;
    }
    if (node.path === "" && key === STORED_LOOKUPS && this.hasStoredQueries) return;
    if (node.subobjects === false) {
      this.#flat(node, plainName(key, this.#place, depth, node.path), value, depth);
      return;
    }
    this.#below(node, nameParts(key, this.#place, depth, node.path), value, depth);
  }

  /** A value with a dotted name: each part is a step down. */
  #below(node: ObjectNode, parts: readonly string[], value: Json, depth: number): void {
    let parent: ObjectNode = node;
    for (let index = 0; index < parts.length; index++) {
      const child = parent.children.get(parts[index]!);
      if (child === undefined) {
        if (this.#leftOut.mayBe)
          this.#leftOut.note(
            this.#ignored,
            joinPath(parent.path, parts[index]!),
            parent,
            nest(parts.slice(index + 1), value),
          );
        return;
      }
      if (index === parts.length - 1) {
        this.#value(child, value, depth);
        return;
      }
      if (child.kind !== "object") {
        this.#value(child, nest(parts.slice(index + 1), value), depth);
        return;
      }
      if (child.enabled === false) return;
      if (child.subobjects === false) {
        this.#flat(child, parts.slice(index + 1).join("."), value, depth);
        return;
      }
      const scope = child.nested && this.#slots.nested.get(child);
      if (scope) {
        const document = this.#begin(scope, depth);
        this.#below(child, parts.slice(index + 1), value, depth);
        this.#end(scope, document);
        return;
      }
      parent = child;
    }
  }

  /** Inside `subobjects: false`: objects become dotted names. */
  #flat(node: ObjectNode, name: string, value: Json, depth: number): void {
    const child = node.children.get(name);
    if (child !== undefined && !bypassesField(child, value)) {
      this.#value(child, value, depth);
      return;
    }
    if (isJsonObject(value)) {
      for (const key in value) {
        this.#place.set(depth, key);
        this.#flat(node, `${name}.${key}`, value[key] as Json, depth + 1);
      }
      if (child?.kind === "field" && child.copyTo.length > 0) throw copyOfObject(child, this.#place, depth);
    } else if (Array.isArray(value)) {
      // An array under an unmapped name is ignored as a whole; objects are not.
      if (child === undefined && this.#missing.dynamicOf(node) === "false") return;
      if (child === undefined && this.#leftOut.isFull)
        this.#leftOut.note(this.#ignored, joinPath(node.path, name), node, []);
      for (let index = 0; index < value.length; index++) {
        this.#place.set(depth, index);
        this.#flat(node, name, value[index]!, depth + 1);
      }
    } else this.#leftOut.note(this.#ignored, joinPath(node.path, name), node, value);
  }

  #value(node: MappingNode, value: Json, depth: number): void {
    if (node.kind === "field") {
      const slot = this.#slots.byNode.get(node)!;
      if (!Array.isArray(value) || node.field.takesStructure) this.#leaf(slot, value, depth);
      else this.#array(slot, value, depth);
      return;
    }
    if (node.kind === "alias") {
      this.#alias(node, value, depth);
      return;
    }
    if (node.enabled === false || value === null) return;
    if (isJsonObject(value)) this.#oneObject(node, value, depth);
    else if (Array.isArray(value)) this.#objects(node, value, depth);
    else throw noObject(node.path, node.name, this.#place.value(depth));
  }

  /** Throws for a value written to an alias; an empty array writes nothing. */
  #alias(node: AliasNode, value: Json, depth: number): void {
    if (!Array.isArray(value)) throw aliasWritten(node.path, this.#place.value(depth));
    for (let index = 0; index < value.length; index++) {
      this.#place.set(depth, index);
      this.#alias(node, value[index]!, depth + 1);
    }
  }

  #oneObject(node: ObjectNode, value: JsonObject, depth: number): void {
    const scope = node.nested && this.#slots.nested.get(node);
    if (!scope) {
      this.#object(node, value, depth);
      return;
    }
    const document = this.#begin(scope, depth);
    this.#object(node, value, depth);
    this.#end(scope, document);
  }

  #begin(scope: DocumentScope, depth: number): NestedWriter {
    if (++this.#nestedObjects > this.#nestedLimit) throw tooManyNested(this.#nestedLimit, this.#place.value(depth));
    return scope.begin(this.#builder);
  }

  #end(scope: DocumentScope, document: NestedWriter): void {
    this.#indexEverywhere(scope);
    document.end();
  }

  #objects(node: ObjectNode, values: readonly Json[], depth: number): void {
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!;
      this.#place.set(depth, index);
      if (isJsonObject(value)) this.#oneObject(node, value, depth + 1);
      else if (Array.isArray(value)) this.#objects(node, value, depth + 1);
      else if (value !== null) throw noObject(node.path, "null", this.#place.value(depth + 1));
    }
  }

  #array(slot: Slot, values: readonly Json[], depth: number): void {
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!;
      this.#place.set(depth, index);
      if (Array.isArray(value)) this.#array(slot, value, depth + 1);
      else this.#leaf(slot, value, depth + 1);
    }
  }

  /** Indexes a value in a field, its multi-fields and its `copy_to` fields. */
  #leaf(slot: Slot, value: Json, depth: number): void {
    this.#leafDepth = depth;
    this.#depth = depth;
    this.#label = slot.node.name;
    this.#index(slot, value);
    this.#depth = depth;
    const { multiFields, copyTo } = slot;
    if (multiFields.length > 0) this.#multiFields(slot, multiFields, value);
    if (copyTo.length > 0) this.#copy(slot, copiedPart(slot.node, value), depth);
  }

  #copy({ node, copyTo }: Slot, value: Json, depth: number): void {
    if (typeof value === "object" && value !== null) throw copyOfObject(node, this.#place, depth);
    for (let index = 0; index < copyTo.length; index++) {
      const target = this.#slots.byPath.get(copyTo[index]!);
      // A target without a mapping is unmapped on purpose (dynamic: false).
      if (target) this.#leafOnly(target, value);
    }
  }

  /** As `#leaf`, but without `copy_to`: copies are not copied again. */
  #leafOnly(slot: Slot, value: Json): void {
    this.#label = slot.node.name;
    this.#index(slot, value);
    if (slot.multiFields.length > 0) this.#multiFields(slot, slot.multiFields, value);
  }

  #multiFields(slot: Slot, multiFields: readonly Slot[], value: Json): void {
    if (consumes(slot.node, value)) {
      for (const { node } of multiFields) {
        const error = refusedBracket(node, slot.node.name);
        if (error) throw this.#fieldError(error, node, value);
      }
      return;
    }
    const values = slot.node.field.multiFieldValues?.(value);
    for (const inner of multiFields) {
      if (values === undefined || inner.node.type === slot.node.type) this.#index(inner, value);
      else for (let index = 0; index < values.length; index++) this.#multiFieldItem(slot, inner, values, index, value);
    }
  }

  /** Indexes one of the values that a field derives for its multi-fields; an error is reported for the field itself. */
  #multiFieldItem(slot: Slot, inner: Slot, values: readonly Json[], index: number, value: Json): void {
    try {
      this.#index(inner, values[index]!);
    } catch (error) {
      if (!(error instanceof RequestError) || !wrapsMultiFields(slot.node)) throw error;
      throw errorOfPoint(
        error,
        slot.node,
        placeOfPoint(value, { index, count: values.length }, this.#place, this.#leafDepth),
      );
    }
  }

  #index(slot: Slot, value: Json): void {
    const { field, scope, included, subFields, watched } = slot;
    if (watched && isOfDocument(slot)) watched.push({ field, value });
    this.#write(slot, scope, slot.number, value);
    for (let index = 0; index < included.length; index++)
      this.#write(slot, included[index]!.scope, included[index]!.number, value);
    for (let index = 0; index < subFields.length; index++) this.#index(subFields[index]!, value);
  }

  /** Writes a value to a field in the current document or nested object of a scope. */
  #write({ field, node }: Slot, scope: DocumentScope, number: number, value: Json): void {
    this.builder = scope.writer;
    this.field = scope.numbers.of(number);
    this.nextPosition = scope.positions[number]!;
    try {
      field.index(value, this);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      throw this.#fieldError(error, node, error.part ?? (this.#depth === this.#leafDepth ? value : null));
    }
    scope.positions[number] = this.nextPosition;
  }

  #fieldError(error: ValueError, { path, type }: FieldNode, value: Json): RequestError {
    return fieldError({
      error,
      path,
      type: type.name,
      value,
      label: this.#label,
      documentId: this.documentId,
      pointName: this.#pointName(path),
      depth: this.#depth,
      place: this.#place,
    });
  }

  /** What messages about a field call a point of a time series: by its time, where that was read before. */
  #pointName(path: string): string | undefined {
    if (!this.pointOf) return undefined;
    const { timestamp } = this.pointOf(this.#document);
    const names = Object.keys(this.#document.source);
    const before = names.slice(
      0,
      names.findIndex((name) => path === name || path.startsWith(`${name}.`)),
    );
    const isKnown = timestamp !== undefined && before.includes("@timestamp");
    return `a time series document${isKnown ? ` at [${timestampText(timestamp)}]` : ""}`;
  }

  #indexEverywhere(scope: DocumentScope): void {
    const everywhere = this.#slots.everywhere.get(scope);
    if (!everywhere) return;
    for (const { field, number } of everywhere) {
      this.builder = scope.writer;
      this.field = scope.numbers.of(number);
      field.everyDocument?.(this);
    }
  }

  /** Writes the chunks of the texts that models embedded. */
  #embeddings(value: Json, depth: number): void {
    if (!isJsonObject(value)) throw noObject(INFERENCE_FIELDS, INFERENCE_FIELDS, this.#place.value(depth));
    for (const [path, one] of Object.entries(value)) {
      this.#place.set(depth, path);
      const slot = this.#slots.byPath.get(path);
      const { semantic } = slot?.field ?? {};
      try {
        if (!slot || !semantic) throw noEmbeddedText(path);
        const text = readEmbeddedText(path, one);
        checkEmbeddedText(path, text, semantic);
        const chunks = this.#slots.chunks.get(path);
        if (!chunks || text.chunks.length === 0) continue;
        slot.scope.writer.addPresence(slot.scope.numbers.of(slot.number));
        for (const { embeddings } of text.chunks) {
          const document = this.#begin(chunks.scope, depth);
          this.#leaf(chunks.embeddings, embeddings, depth + 1);
          this.#end(chunks.scope, document);
        }
      } catch (error) {
        if (!(error instanceof RequestError) || error.type === "document_parsing_exception") throw error;
        throw documentError(this.#place.value(depth + 1), error);
      }
    }
  }

  #metadataValue(name: string, value: Json, depth: number): void {
    const count = readMetadataValue(name, value, { documentId: this.documentId, place: this.#place, depth });
    if (count === undefined) return;
    this.#builder.addNumber(this.#root.numbers.named(metadataFields.get(DOC_COUNT)!.spec), count);
  }

  /** Writes `_routing` and `_ignored` if there are values. */
  #metadata(): void {
    const { routing, raw } = this.#document;
    if (routing !== undefined) this.#term(ROUTING, routing);
    for (const path of this.#ignored) this.#term(IGNORED, path);
    const { sizeEnabled, timestampRequired, object } = this.#mapping.root;
    if (timestampRequired) checkTimestamp(this.#document, object, this.#place);
    if (this.pointOf) this.#series(this.pointOf(this.#document));
    if (sizeEnabled && raw)
      this.#builder.addNumber(this.#root.numbers.named(metadataFields.get(SIZE)!.spec), raw.length);
  }

  /** Writes which series the document belongs to, and looks whether it lies in the time of the index. */
  #series({ tsid, id, timestamp }: SeriesPoint): void {
    const { isWritten, id: given } = this.#document;
    if (isWritten && this.#bounds && timestamp !== undefined) {
      const inNanos = this.#mapping.field("@timestamp")?.capabilities.dates === "nanoseconds";
      const refused = outOfBounds(this.#bounds, timestamp, inNanos);
      if (refused) throw documentError(this.#place.last(0), refused);
    }
    if (isWritten && id !== undefined && id !== given) {
      const reason = `_id must be unset or set to [${id}] but was [${given}] because [${this.#mapping.index}] is in time_series mode`;
      throw documentError(this.#place.last(0), illegalArgument(reason));
    }
    this.#builder.addOrdinalTerm(this.#root.numbers.named(tsidField.spec), tsid, 0, tsid.length);
  }

  #term(name: string, text: string): void {
    const bytes = encoder.encode(text);
    if (bytes.length > 32766)
      throw documentError(this.#place.value(0), illegalArgument(`[${name}] is longer than 32766 bytes`));
    const { spec } = metadataFields.get(name)!;
    const field = this.#root.numbers.named(spec);
    if (spec.column === "ordinals") this.#builder.addOrdinalTerm(field, bytes, 0, bytes.length);
    else this.#builder.addTerm(field, bytes, 0, bytes.length, 0);
  }
}

/** The same answer for the same document: who writes it asks before it is indexed. */
function lastKept(pointOf: (document: DocumentInput) => SeriesPoint): (document: DocumentInput) => SeriesPoint {
  let last: { readonly source: JsonObject; readonly point: SeriesPoint } | undefined;
  return (document) => {
    if (last?.source !== document.source) last = { source: document.source, point: pointOf(document) };
    return last.point;
  };
}

function listSetting(value: string | readonly string[] | null | undefined): readonly string[] {
  return typeof value === "string" ? value.split(",").map((each) => each.trim()) : (value ?? []);
}
