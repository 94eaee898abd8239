// docs/reference: every query and aggregation with an example, from docs/reference/examples. The examples are data: a
// test asks a server for each of them.
import { readFileSync } from "node:fs";
import { GENERATED, page, table } from "./markdown.mjs";

const folder = new URL("../../docs/reference/examples/", import.meta.url);
const readExamples = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

/** Columns of a line of an example. */
const LINE_COLUMNS = 100;

/**
 * The lists that have examples: by kind, a search and what it answers.
 *
 * @returns {Record<"queries" | "aggregations", Record<string, { index: string; body: object; hits?: [string, number][];
 *   aggregations?: object; error?: object }>>}
 */
export const examples = () => ({ queries: readExamples("queries"), aggregations: readExamples("aggregations") });

/**
 * The requests that make what the examples search: method, path and body (text: lines of a bulk request).
 *
 * @returns {[string, string, object | string][]}
 */
export function setupRequests() {
  const { indices, rulesets } = readExamples("indices");
  return [
    ...Object.entries(indices).flatMap(([name, { settings, mappings, routing, documents }]) => [
      ["PUT", `/${name}`, { ...(settings ? { settings } : {}), mappings: { properties: mappings } }],
      ["POST", `/${name}/_bulk?refresh`, bulkLines(documents, routing)],
    ]),
    ...Object.entries(rulesets).map(([name, body]) => ["PUT", `/_query_rules/${name}`, body]),
  ];
}

/**
 * The request of an example.
 *
 * @returns {[string, string, object]}
 */
export const requestOf = ({ index, body }) => ["POST", `/${index}/_search`, body];

/** `load` imports a module of src by its path. Answers texts by the paths of the pages. */
export async function referencePages(load) {
  const vocabulary = JSON.parse(readFileSync(new URL("../../spec/vocabulary.json", import.meta.url), "utf8"));
  const { queryKinds } = await load("query/kinds.ts");
  const { aggregationKinds } = await load("aggregation/kinds.ts");
  const { pipelineKinds } = await load("aggregation/pipelines.ts");
  const { queries, aggregations } = examples();
  const { metric, bucket, pipeline } = vocabulary.aggregations;
  return {
    "docs/reference/README.md": indexPage(),
    "docs/reference/queries.md": kindsPage("Queries", queries, [{ documented: vocabulary.queries, kinds: queryKinds }]),
    "docs/reference/aggregations.md": kindsPage("Aggregations", aggregations, [
      { title: "Metrics", documented: metric, kinds: aggregationKinds },
      { title: "Buckets", documented: bucket, kinds: aggregationKinds },
      { title: "Pipelines", documented: pipeline, kinds: pipelineKinds },
    ]),
  };
}

function indexPage() {
  return page(
    GENERATED,
    "# Reference by example",
    "- [Queries](queries.md)\n- [Aggregations](aggregations.md)",
    "Each has one small example and what the server answers. What is there and what is missing is counted in " +
      "[compatibility.md](../compatibility.md); every parameter is that of Elasticsearch 8.19. " +
      "A test sends all of these requests, in this form: the first line is method and path, the rest the body.",
    "The examples search these indices. To try them, start a server and send the requests, for example by " +
      "`curl -X PUT localhost:9200/places -H 'content-type: application/json' -d '…'`.",
    ...setupRequests().map(([method, path, body]) => requestBlock(method, path, body)),
  );
}

function kindsPage(title, known, sections) {
  const parts = sections.map(({ title: heading, documented, kinds }) => {
    const byName = new Map(kinds.map((kind) => [kind.name, kind]));
    return { heading, present: documented.flatMap(({ name }) => byName.get(name) ?? []) };
  });
  const contents = parts.flatMap(({ present }) => present.map(({ name }) => `[${name}](#${name})`)).join(" · ");
  return page(
    GENERATED,
    `# ${title}`,
    "The [indices of the examples](README.md) have one shard. Of hits, ids and scores are shown.",
    contents,
    ...parts.flatMap(({ heading, present }) => [
      heading === undefined ? "" : `## ${heading}`,
      ...present.flatMap((kind) => kindBlocks(kind, known[kind.name], heading === undefined ? 2 : 3)),
    ]),
  );
}

function kindBlocks({ name, summary }, example, level) {
  const head = [`${"#".repeat(level)} ${name}`, summary];
  if (example === undefined) return head;
  const answer = example.hits ? hitsTable(example.hits) : `\`\`\`json\n${formatted(answerOf(example))}\n\`\`\``;
  return [...head, requestBlock(...requestOf(example)), answer];
}

/** What of an answer is shown. */
const answerOf = ({ aggregations, error }) => (error ? { error } : { aggregations });

function hitsTable(hits) {
  if (hits.length === 0) return "No hit.";
  return table(
    ["`_id`", "`_score`"],
    hits.map(([id, score]) => [id, score]),
  );
}

function requestBlock(method, path, body) {
  return `\`\`\`\n${method} ${path.slice(1)}\n${typeof body === "string" ? body.trim() : formatted(body)}\n\`\`\``;
}

function bulkLines(documents, routing = {}) {
  return Object.entries(documents)
    .map(([id, source]) => {
      const place = routing[id] === undefined ? { _id: id } : { _id: id, routing: routing[id] };
      return `${JSON.stringify({ index: place })}\n${JSON.stringify(source)}\n`;
    })
    .join("");
}

/** JSON with one line for all that fits in it. */
function formatted(value, indent = "", before = 0) {
  const flat = flatText(value);
  if (typeof value !== "object" || value === null || indent.length + before + flat.length <= LINE_COLUMNS) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + formatted(item, inner)).join(",\n")}\n${indent}]`;
  const members = Object.entries(value).map(([key, item]) => {
    const name = `${JSON.stringify(key)}: `;
    return inner + name + formatted(item, inner, name.length);
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function flatText(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flatText).join(", ")}]`;
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${flatText(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
