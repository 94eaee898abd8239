import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import vocabulary from "../../spec/vocabulary.json" with { type: "json" };
import { aggregationKinds } from "../aggregation/kinds.ts";
import { pipelineKinds } from "../aggregation/pipelines.ts";
import { analyzers, charFilters, tokenFilters, tokenizers } from "../analysis/components.ts";
import { operations } from "../testing/server/all-operations.ts";
import { operationRoutes } from "../http/operation-routes.ts";
import { fieldTypes } from "../mapping/field-types.ts";
import { runtimeTypes } from "../mapping/runtime/runtime-types.ts";
import { fetchPhases } from "../hits/fetch/phases.ts";
import { queryKinds } from "../query/kinds.ts";
import { isTestFile, sourceFiles } from "./imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = sourceFiles(root).filter((file) => !file.startsWith("kernel/assembly/"));
/** Whatever a list holds: something with a documented name. */
interface Named {
  readonly name: string;
}

/** `RuntimeFieldType` of the specification. */
const runtimeTypeNames: readonly Named[] = "boolean composite date double geo_point geo_shape ip keyword lookup long"
  .split(" ")
  .map((name) => ({ name }));

/** What a hit shows: options of a search, and members of `SearchHit`. */
const hitPartNames: readonly Named[] =
  "shard id version seq_no_primary_term score metadata source stored_fields docvalue_fields script_fields fields highlight sort matched_queries explain inner_hits percolator_document_slot"
    .split(" ")
    .map((name) => ({ name }));

/** A list, the folders in which each of its members has a file, and whether every file of these folders is a member. */
const lists: readonly {
  readonly title: string;
  readonly list: readonly Named[];
  readonly folders: readonly string[];
  readonly nothingElse?: boolean;
  /** What stands in these folders and is no member: what members share. */
  readonly besides?: RegExp;
  readonly documented: readonly Named[];
}[] = [
  { title: "queries", list: queryKinds, folders: ["query/kinds"], nothingElse: true, documented: vocabulary.queries },
  {
    title: "metric aggregations",
    list: aggregationKinds.filter((kind) => !kind.bucket),
    folders: ["aggregation/metric"],
    nothingElse: true,
    documented: vocabulary.aggregations.metric,
  },
  {
    title: "bucket aggregations",
    list: aggregationKinds.filter((kind) => kind.bucket),
    folders: ["aggregation/bucket"],
    nothingElse: true,
    documented: vocabulary.aggregations.bucket,
  },
  {
    title: "pipeline aggregations",
    list: pipelineKinds,
    folders: ["aggregation/pipeline"],
    nothingElse: true,
    documented: vocabulary.aggregations.pipeline,
  },
  {
    title: "field types",
    list: fieldTypes,
    folders: ["mapping/field-types"],
    nothingElse: true,
    documented: vocabulary.fieldTypes,
  },
  {
    title: "types of runtime fields",
    list: runtimeTypes,
    folders: ["mapping/runtime/types"],
    nothingElse: true,
    documented: runtimeTypeNames,
  },
  {
    title: "fetch phases",
    list: fetchPhases,
    folders: ["hits/fetch/phases"],
    nothingElse: true,
    documented: hitPartNames,
  },
  {
    title: "analyzers",
    list: analyzers,
    folders: ["analysis/analyzers"],
    nothingElse: true,
    documented: vocabulary.analyzers,
  },
  {
    title: "tokenizers",
    list: tokenizers,
    folders: ["analysis/tokenizers"],
    nothingElse: true,
    documented: vocabulary.tokenizers,
  },
  {
    title: "token filters",
    list: tokenFilters,
    folders: ["analysis/token-filters"],
    nothingElse: true,
    documented: vocabulary.tokenFilters,
  },
  {
    title: "char filters",
    list: charFilters,
    folders: ["analysis/char-filters"],
    nothingElse: true,
    documented: vocabulary.charFilters,
  },
  {
    title: "operations",
    list: operations,
    folders: ["api"],
    nothingElse: true,
    besides: /^api\/(?:(?:security-)?operations?\.ts$|targets\/|requests\/|stats\/|audit\/|remote-calls\/)/,
    documented: operationRoutes.map((route) => ({ name: route.op })),
  },
];

/** `indices.put_mapping` → `indices/put-mapping.ts`; `index` would be a barrel's name. */
function fileOf(name: string): string {
  return name === "index" ? "index-document.ts" : `${name.replaceAll(".", "/").replaceAll("_", "-")}.ts`;
}

describe("time", () => {
  const asking = (text: string): boolean => /\bDate\.now\b|\bnew Date\(\)/.test(text);

  test("the wall clock is asked in one place, so that whoever needs an interval has to say so", () => {
    expect(files.filter((file) => !isTestFile(file) && asking(readFileSync(join(root, file), "utf8")))).toEqual([
      "core/clock.ts",
    ]);
  });
});

describe("lists", () => {
  for (const { title, list, folders, nothingElse, besides, documented } of lists) {
    test(`${title}: each has a file of its name, and the name is documented`, () => {
      expect(list.length).toBeGreaterThan(2);
      const paths = list.map(
        ({ name }) =>
          folders.map((folder) => `${folder}/${fileOf(name)}`).find((path) => files.includes(path)) ??
          `no file for ${name}`,
      );
      expect(paths.filter((path) => path.startsWith("no file"))).toEqual([]);
      expect(new Set(paths).size).toBe(list.length);
      const known = new Set(documented.map(({ name }) => name));
      expect(list.filter(({ name }) => !known.has(name)).map(({ name }) => name)).toEqual([]);
      if (!nothingElse) return;
      const strange = folders.flatMap((folder) =>
        files.filter(
          (file) => file.startsWith(`${folder}/`) && !isTestFile(file) && !besides?.test(file) && !paths.includes(file),
        ),
      );
      expect(strange).toEqual([]);
    });
  }
});

describe("examples of the reference", () => {
  const folder = join(root, "../docs/reference/examples");
  const examples = [
    { file: "queries.json", list: queryKinds },
    { file: "aggregations.json", list: [...aggregationKinds, ...pipelineKinds] },
  ];

  test.each(examples)("$file has a line for each kind, and for nothing else", ({ file, list }) => {
    const text = readFileSync(join(folder, file), "utf8");
    const there = Object.keys(JSON.parse(text) as object);
    const kinds = new Set(list.map(({ name }) => name));
    const how = `one line each in docs/reference/examples/${file}: a search of its indices, and the answer`;
    const without = [...kinds].filter((name) => !there.includes(name));
    expect(without, `kinds without an example; add ${how}`).toEqual([]);
    expect(
      there.filter((name) => !kinds.has(name)),
      `examples of nothing; ${how}`,
    ).toEqual([]);
    // Lines in order: two branches that add one each do not meet.
    expect(there).toEqual([...there].sort());
    expect(text.trimEnd().split("\n")).toHaveLength(there.length + 2);
  });
});

/** A comment beyond 120 columns. Code is broken by the formatter, and a text in it where it can be. */
function isTooLong(line: string): boolean {
  return line.length > 120 && /^\s*(\*|\/\/|\/\*)/.test(line) && !line.includes("http");
}

describe("text", () => {
  test("no machine paths, registry hosts or leftovers", () => {
    const banned = [
      /\/work\//,
      /\/tmp\/brief/,
      /registry\.npmjs/,
      /\bFIXME\b/,
      /\bTODO\b/,
      /\/\/ *XXX\b/,
      /@ts-ignore/,
    ];
    const found = files
      .filter((file) => !file.startsWith("tidy/"))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), "utf8");
        return banned.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${String(pattern)}`);
      });
    expect(found).toEqual([]);
  });

  test("comments have at most 120 columns, as code has", () => {
    const long = files.flatMap((file) => {
      const lines = readFileSync(join(root, file), "utf8").split("\n");
      return lines.flatMap((line, index) => (isTooLong(line) ? [`${file}:${index + 1}`] : []));
    });
    expect(long, "break these lines").toEqual([]);
  });

  test("the lock file keeps no addresses", () => {
    const lock = join(root, "..", "package-lock.json");
    if (existsSync(lock)) expect(readFileSync(lock, "utf8")).not.toMatch(/"resolved": "http/);
  });
});
