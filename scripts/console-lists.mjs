// What the console knows of the server, from the lists that the server runs on: operations with their paths, parameters
// and rights, and the words of requests.
import { readFileSync } from "node:fs";
import { loadSource } from "./load-source.mjs";

const readSpec = (name) => JSON.parse(readFileSync(new URL(`../spec/${name}`, import.meta.url), "utf8"));

export async function consoleLists() {
  const { consoleSources } = await loadSource("testing/server/console-lists.ts");
  const { operations, endpoints, queryKinds, kinds: aggregationKinds } = consoleSources;
  const documented = new Map(readSpec("search-operations.json").operations.map((one) => [one.op, one]));
  const vocabulary = readSpec("vocabulary.json");
  const works = (named, kinds) => {
    const known = new Set(kinds.map(({ name }) => name));
    return named.map(({ name }) => name).filter((name) => known.has(name));
  };
  return {
    search: operations.map(({ name, actions }) => {
      const { urls = [], query = [], body } = documented.get(name) ?? {};
      return { name, urls: urls.map(({ methods, path }) => [methods.join(), path]), query, body, actions };
    }),
    identity: endpoints.flatMap(({ path, methods }) =>
      Object.entries(methods).map(([method, { id, summary, permission }]) => ({
        name: id,
        urls: [[method, `/api/v2beta/${path}`]],
        summary,
        permission,
      })),
    ),
    queries: works(vocabulary.queries, queryKinds),
    aggregations: works(
      [...vocabulary.aggregations.metric, ...vocabulary.aggregations.bucket, ...vocabulary.aggregations.pipeline],
      aggregationKinds,
    ),
    fieldTypes: vocabulary.fieldTypes.map(({ name }) => name),
    analyzers: vocabulary.analyzers.map(({ name }) => name),
    tokenizers: vocabulary.tokenizers.map(({ name }) => name),
    tokenFilters: vocabulary.tokenFilters.map(({ name }) => name),
    charFilters: vocabulary.charFilters.map(({ name }) => name),
  };
}
