/** `standard`: what a search says of its query. */
import { isJsonObject } from "../../../../core/json.ts";
import { parseSort } from "../../../../hits/sort/parse-sort.ts";
import { checkTerminateAfter, parseSearchAfter } from "../../search-limits.ts";
import { RetrieverBody } from "../read-retriever.ts";
import type { RetrieverKind } from "../retriever.ts";

const OPTIONS: readonly string[] = ["query", "search_after", "terminate_after", "sort", "collapse"];

export const standard: RetrieverKind = {
  name: "standard",
  compound: false,
  parse(request, context) {
    const read = new RetrieverBody("standard", request);
    read.only(OPTIONS);
    const collapse = read.object("collapse");
    const after = read.list("search_after");
    const said = ["terminate_after", "search_after"];
    const query = read.json("query");
    if (query !== undefined && !isJsonObject(query)) throw read.wrongType("query", query);
    return {
      ...read.head(),
      query,
      section: undefined,
      sort: read.json("sort") === undefined ? [] : read.within("sort", () => parseSort(request, request.body)),
      searchAfter: after && read.within("search_after", () => parseSearchAfter(request, [...after])),
      terminateAfter: checkTerminateAfter(read.integer("terminate_after") ?? 0),
      collapse: collapse && read.within("collapse", () => context.collapse(request, collapse)),
      onlyAlone: said.filter((key) => read.json(key) !== undefined),
    };
  },
};
