/** The nested documents of one path over all segments of a shard; plans and operators search them like documents. */
import type { MappingView } from "../../mapping/mapping-view.ts";
import { nestedLive } from "../../segment/nested-docs.ts";
import type { NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { PlanningWork } from "../automata/request-automata.ts";
import type { FieldStatistics, SearcherView, TermStatistics } from "../query.ts";

/** By list of segments and path: the same list for the same segments, as `createSearcherView` requires. */
const spaces = new WeakMap<readonly SegmentReader[], Map<string, readonly NestedReader[]>>();

/** The nested documents of `path` that belong to the searcher's documents (or share a parent with them). */
export function nestedView(searcher: SearcherView, path: string): SearcherView {
  return new NestedView(searcher, path);
}

/** The view of the root documents; the view itself when it is not nested. */
export function documentsView(view: SearcherView): SearcherView {
  return view instanceof NestedView ? documentsView(view.outer) : view;
}

class NestedView implements SearcherView {
  readonly index: string;
  readonly shard: number;
  readonly segments: readonly NestedReader[];
  readonly hidesDocuments: boolean | undefined;
  readonly mapping: MappingView;
  readonly nowMs: number;
  readonly allowsExpensive: boolean | undefined;
  readonly planning: PlanningWork | undefined;
  readonly maxDoc: number;
  /** No cache: its keys do not distinguish nested documents from others. */
  readonly queryCache = undefined;
  readonly nestedPath: string;
  readonly #outer: SearcherView;

  constructor(outer: SearcherView, path: string) {
    this.index = outer.index;
    this.shard = outer.shard;
    this.segments = spacesOf(outer.segments, path);
    this.hidesDocuments = outer.hidesDocuments;
    this.mapping = outer.mapping;
    this.nowMs = outer.nowMs;
    this.allowsExpensive = outer.allowsExpensive;
    this.planning = outer.planning;
    this.maxDoc = outer.maxDoc;
    this.nestedPath = path;
    this.#outer = outer;
  }

  get liveDocs(): readonly (Uint32Array | undefined)[] {
    const { segments, liveDocs } = documentsView(this.#outer);
    return this.segments.map((space) =>
      nestedLive(space, liveDocs[segments.findIndex((segment) => segment.data === space.data)]),
    );
  }

  /** The view from which this one was made. */
  get outer(): SearcherView {
    return this.#outer;
  }

  // Statistics are those of all documents with the field, nested or not, as in Lucene.
  termStatistics(field: string, term: Uint8Array): TermStatistics {
    return this.#outer.termStatistics(field, term);
  }

  fieldStatistics(field: string): FieldStatistics {
    return this.#outer.fieldStatistics(field);
  }
}

function spacesOf(segments: readonly SegmentReader[], path: string): readonly NestedReader[] {
  let known = spaces.get(segments);
  if (!known) spaces.set(segments, (known = new Map()));
  let found = known.get(path);
  if (!found)
    known.set(path, (found = segments.map((segment) => segment.space(path)).filter((space) => space !== undefined)));
  return found;
}
