/**
 * Hits that are stored queries: which of the percolated documents each of them matches, and these with their matches
 * marked.
 */
import { put } from "../../../core/names.ts";
import type { Percolation, Plan } from "../../../query/query.ts";
import type { MappingView } from "../../../mapping/mapping-view.ts";
import { Highlighter } from "../../highlight/highlighter.ts";
import type { HighlightRequest } from "../../highlight/highlight-options.ts";
import { addFields, type HitFields } from "../add-fields.ts";
import type { FetchPhase, RenderedHit } from "../fetch-phase.ts";
import type { FetchedDocument } from "../fetched-document.ts";

const SLOTS = "_percolator_document_slot";

export const percolatorDocumentSlot: FetchPhase = {
  name: "percolator_document_slot",
  profiledAs: () => "PercolatorMatchedSlotSubFetchPhase",
  prepare({ highlight }, { plan, mapping }) {
    const percolations = percolationsIn(plan);
    if (percolations.length === 0) return undefined;
    const isSingle = percolations.length === 1;
    return (hit, document) => {
      const fields: HitFields = {};
      for (const percolation of percolations) {
        const slots = percolation.slots(document.reader, document.doc);
        if (slots.length > 0) put(fields, isSingle ? SLOTS : `${SLOTS}_${percolation.name}`, slots);
        if (slots.length > 0 && highlight)
          addHighlights(hit, document, { percolation, isSingle, request: highlight, mapping });
      }
      addFields(hit, fields);
    };
  },
};

function percolationsIn(plan: Plan): readonly Percolation[] {
  const found: Percolation[] = [];
  const visit = (node: Plan): void => {
    if (node.percolation && !found.includes(node.percolation)) found.push(node.percolation);
    for (const child of node.children) visit(child);
  };
  visit(plan);
  return found;
}

interface Highlighting {
  readonly percolation: Percolation;
  /** The only percolation of the request. */
  readonly isSingle: boolean;
  readonly request: HighlightRequest;
  readonly mapping: MappingView;
}

/** Adds what stored queries match in the documents: `field`, with name and number before it where there are several. */
function addHighlights(hit: RenderedHit, document: FetchedDocument, highlighting: Highlighting): void {
  const { percolation, isSingle, request, mapping } = highlighting;
  const name = isSingle ? "" : `${percolation.name}_`;
  const shown = (hit.highlight ?? {}) as Record<string, string[]>;
  percolation.show(document.reader, document.doc, ({ query, plan, view, sources, slots }) => {
    const highlighter = new Highlighter(request, { mapping, view, query, plan, queries: [] });
    const [reader] = view.segments;
    for (const slot of slots) {
      const found = highlighter.highlight(() => sources[slot]!, {
        reader: reader!,
        doc: slot,
        record: () => document.record(),
      });
      const number = percolation.documentCount === 1 ? "" : `${slot}_`;
      for (const [field, fragments] of Object.entries(found)) put(shown, `${name}${number}${field}`, fragments);
    }
  });
  if (Object.keys(shown).length > 0) hit.highlight = shown;
}
