// docs/compatibility.md: what of the documented interface works and what is missing, from the lists that the code runs
// on.
import { readFileSync } from "node:fs";
import { conformanceSection } from "./conformance-section.mjs";
import { identitySection } from "./identity-page.mjs";
import { analysisSections, namedSection } from "./vocabulary-sections.mjs";
import { GENERATED, names, page, share, table } from "./markdown.mjs";
import { clusterSettingsSection, indexSettingsSection } from "./setting-sections.mjs";

const readSpec = (name) => JSON.parse(readFileSync(new URL(`../../spec/${name}`, import.meta.url), "utf8"));

/** `load` imports a module of src by its path. */
export async function compatibilityPage(load) {
  const vocabulary = readSpec("vocabulary.json");
  const documented = readSpec("search-operations.json").operations;
  const { operations } = await load("testing/server/all-operations.ts");
  const { queryKinds } = await load("query/kinds.ts");
  const { aggregationKinds } = await load("aggregation/kinds.ts");
  const { pipelineKinds } = await load("aggregation/pipelines.ts");
  const { fieldTypes } = await load("mapping/field-types.ts");
  const analysis = await load("analysis/components.ts");
  const sections = [
    operationsSection(documented, operations),
    await identitySection(load),
    namedSection("Queries", vocabulary.queries, queryKinds),
    ...aggregationSections(vocabulary.aggregations, aggregationKinds, pipelineKinds),
    // Objects and aliases are made by the mapping itself, not by a field type.
    namedSection("Field types", vocabulary.fieldTypes, [
      ...fieldTypes,
      { name: "object", summary: "An object with fields of its own." },
      { name: "nested", summary: "Objects that are documents of their own." },
      { name: "passthrough", summary: "Objects whose fields can be named without them." },
      { name: "alias", summary: "Another name for a field." },
      {
        name: "runtime",
        summary:
          "Values that are made when a search asks for them, out of the source or by scripts ([runtime fields](runtime-fields.md)).",
      },
    ]),
    ...analysisSections(vocabulary, analysis),
    await searchBodySection(vocabulary, load),
    await indexSettingsSection(load),
    await clusterSettingsSection(load),
    conformanceSection(),
  ];
  return page(
    GENERATED,
    "# Compatibility",
    "What works and what is missing, measured against the documented interface of Elasticsearch (specification branches 7.14 to 9). The server answers as 8.19 does.\n" +
      "What is missing answers with the official kind of error, and nothing is silently ignored. Names that are documented stand in [spec](../spec/README.md).",
    table(
      ["", "works"],
      sections.map(({ title, works, missing, share: told }) => [
        `[${title}](#${title.toLowerCase().replaceAll(" ", "-")})`,
        told ?? share(works, missing),
      ]),
    ),
    ...sections.flatMap(({ title, text, level = 2 }) => [`${"#".repeat(level)} ${title}`, text]),
    readFileSync(new URL("differences.md", import.meta.url), "utf8").trim(),
  );
}

function operationsSection(documented, operations) {
  const working = new Set(operations.map((operation) => operation.name));
  const byGroup = new Map();
  for (const { op } of documented) {
    const group = op.includes(".") ? op.slice(0, op.indexOf(".")) : "documents and search";
    byGroup.set(group, [...(byGroup.get(group) ?? []), op]);
  }
  const rows = [...byGroup]
    .sort(([a], [b]) => Number(b === "documents and search") - Number(a === "documents and search") || (a < b ? -1 : 1))
    .map(([group, all]) => {
      const works = all.filter((op) => working.has(op)).sort();
      const missing = all.filter((op) => !working.has(op)).sort();
      return [
        group,
        share(works, missing),
        works.length === 0 ? "" : names(works),
        missing.length === 0 ? "" : names(missing),
      ];
    });
  return {
    title: "Operations",
    works: documented.filter(({ op }) => working.has(op)),
    missing: documented.filter(({ op }) => !working.has(op)),
    text: table(["group", "", "works", "missing"], rows),
  };
}

function aggregationSections(documented, kinds, pipelines) {
  return [
    namedSection(
      "Metric aggregations",
      documented.metric,
      kinds.filter((kind) => !kind.bucket),
    ),
    namedSection(
      "Bucket aggregations",
      documented.bucket,
      kinds.filter((kind) => kind.bucket),
    ),
    namedSection("Pipeline aggregations", documented.pipeline, pipelines),
  ];
}

async function searchBodySection(vocabulary, load) {
  const { knownKeys } = await load("search/request/parse-request.ts");
  const works = vocabulary.searchBody.filter(({ name }) => knownKeys.includes(name));
  const missing = vocabulary.searchBody.filter((field) => !works.includes(field));
  const text = page(
    `Works: ${names(works.map(({ name }) => name))}.`,
    `Refused: ${names(missing.map(({ name }) => name))}.`,
  ).trim();
  return { title: "Body of a search", works, missing, text };
}
