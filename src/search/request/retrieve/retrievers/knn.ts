/** `knn`: documents whose vectors are nearest. */
import { RetrieverBody } from "../read-retriever.ts";
import type { RetrieverKind } from "../retriever.ts";

const OPTIONS = [
  "field",
  "query_vector",
  "query_vector_builder",
  "k",
  "num_candidates",
  "similarity",
  "rescore_vector",
] as const;

export const knn: RetrieverKind = {
  name: "knn",
  compound: false,
  parse(request) {
    const read = new RetrieverBody("knn", request);
    read.only(OPTIONS);
    for (const key of ["field", "k", "num_candidates"]) read.required(key, read.json(key));
    // The rest is read as the section `knn` of a search.
    const said = [...OPTIONS, "_name"].filter((key) => read.json(key) !== undefined);
    return {
      ...read.head(),
      query: undefined,
      section: Object.fromEntries(said.map((key) => [key, read.json(key)!])),
      sort: [],
      searchAfter: undefined,
      terminateAfter: 0,
      collapse: undefined,
      onlyAlone: [],
    };
  },
};
