/** What the later pages of a search refer to is what its first page found. */
import type { ResolvedReference, SearchCaller } from "../../search/search-service.ts";

/** What a search refers to, as it was when it was first asked for. */
export interface RememberedReferences {
  references: readonly ResolvedReference[];
}

/** The caller, whose answers are kept. */
export function remembering(caller: SearchCaller, kept: RememberedReferences): SearchCaller {
  return {
    ...caller,
    async resolve(references) {
      const found = (await caller.resolve?.(references)) ?? [];
      kept.references = [...kept.references, ...found];
      return found;
    },
  };
}
