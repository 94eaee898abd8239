import { describe, expect, test } from "vitest";
import { sharedText } from "../analysis/read-resources.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { knownAnalysis } from "../mapping/mapping-context.ts";
import type { IndexMetadata } from "./cluster-state.ts";
import { IndexAnalyses } from "./index-analyses.ts";

const settings = {
  "index.analysis.filter.set.type": "synonym",
  "index.analysis.filter.set.synonyms_set": "colours",
  "index.analysis.filter.set.updateable": "true",
  "index.analysis.filter.file.type": "synonym",
  "index.analysis.filter.file.synonyms_path": "synonyms.txt",
  "index.analysis.filter.file.updateable": "true",
  "index.analysis.filter.stop.type": "stop",
  "index.analysis.filter.stop.stopwords_path": "stop.txt",
  "index.analysis.analyzer.bySet.tokenizer": "whitespace",
  "index.analysis.analyzer.bySet.filter": ["stop", "set"],
  "index.analysis.analyzer.byFile.tokenizer": "whitespace",
  "index.analysis.analyzer.byFile.filter": ["file"],
  "index.analysis.analyzer.fixed.tokenizer": "whitespace",
  "index.analysis.analyzer.fixed.filter": ["stop"],
};

function metadataOf(flat: IndexMetadata["settings"], state: "open" | "close" = "open"): IndexMetadata {
  return {
    name: "books",
    uuid: "u",
    state,
    settings: flat,
    mapping: {},
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
    aliases: {},
    numberOfShards: 1,
    numberOfReplicas: 0,
    creationDateMs: 0,
    primaryTerms: [1],
    system: false,
  };
}

/** Analyses over files and synonym sets that the test can change. */
function parts(): {
  unreadable: Set<string>;
  analyses: IndexAnalyses;
  files: Record<string, string>;
  sets: Record<string, string>;
  tokens: (metadata: IndexMetadata, name: string) => string;
} {
  const files: Record<string, string> = { "synonyms.txt": "big, large", "stop.txt": "the" };
  const sets: Record<string, string> = { colours: "red, scarlet" };
  const unreadable = new Set<string>();
  const analyses = new IndexAnalyses({
    files: {
      readBytes(parameter, path) {
        const text = files[path];
        if (text === undefined) throw illegalArgument(`IOException while reading ${parameter}: ${path}`);
        return Buffer.from(text);
      },
      fileNames: (folder) =>
        Object.keys(files).flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [])),
    },
    async rulesOf(set) {
      if (unreadable.has(set)) throw new RequestError(503, "unavailable_shards_exception", "the shard failed");
      return sets[set] === undefined ? undefined : sharedText(sets[set]);
    },
  });
  // Threads receive a copy.
  const tokens = (metadata: IndexMetadata, name: string): string => {
    const arrived = structuredClone(metadata);
    const tokensOf = knownAnalysis(arrived.settings, arrived.resources).analyzer(name)!.tokens("the red big");
    return tokensOf.map(({ text }) => text).join(" ");
  };
  return { unreadable, analyses, files, sets, tokens };
}

describe("the resources that an index has read", () => {
  test("are sent to the threads with its metadata, and do not change", async () => {
    const { analyses, files, sets, tokens } = parts();
    const opened = await analyses.open(metadataOf(settings));
    delete files["stop.txt"];
    files["synonyms.txt"] = "";
    delete sets["colours"];
    const again = await analyses.open({ ...metadataOf(settings), mappingVersion: 2 });
    for (const metadata of [opened, again]) {
      expect(tokens(metadata, "bySet")).toBe("red scarlet big");
      expect(tokens(metadata, "byFile")).toBe("the red big large");
      expect(tokens(metadata, "fixed")).toBe("red big");
    }
  });

  test("are read again when the index is opened again", async () => {
    const { analyses, files, tokens } = parts();
    await analyses.open(metadataOf(settings));
    files["stop.txt"] = "red";
    await analyses.open(metadataOf(settings, "close"));
    expect(tokens(await analyses.open(metadataOf(settings)), "fixed")).toBe("the big");
  });

  test("are absent when nothing needs reading", async () => {
    const { analyses } = parts();
    const plain = metadataOf({ "index.analysis.analyzer.a.tokenizer": "keyword" });
    expect(await analyses.open(plain)).toBe(plain);
  });
});

describe("files that built-in analyzers need", () => {
  /** An empty stem table with one row. */
  const table = Buffer.from([...Array.from({ length: 14 }, () => 0), 1, 0, 0, 0, 0]).toString("latin1");

  test("are available to every index, with and without settings, and in memory once", async () => {
    const { analyses, files, tokens } = parts();
    files["stempel/stemmer_20000.tbl"] = table;
    const plain = await analyses.open(metadataOf({}));
    const other = await analyses.open({
      ...metadataOf({ ...settings, "index.analysis.analyzer.a.type": "polish" }),
      uuid: "v",
    });
    expect([tokens(plain, "polish"), tokens(other, "polish"), tokens(other, "a")]).toEqual([
      "the red big",
      "the red big",
      "the red big",
    ]);
    expect(
      analyses.builtIn
        .analyzer("polish")!
        .tokens("psy")
        .map(({ text }) => text),
    ).toEqual(["psy"]);
    expect(tokens(other, "fixed")).toBe("red big");
    const [path] = Object.keys(plain.resources!.opened.files);
    expect(other.resources!.opened.files[path!]).toBe(plain.resources!.opened.files[path!]);
  });

  test("are named when missing and the analyzer is used: the index exists already", async () => {
    const { analyses } = parts();
    const plain = metadataOf({ "index.analysis.analyzer.a.tokenizer": "keyword" });
    expect(await analyses.open(plain)).toBe(plain);
    expect(() => analyses.of(plain).analyzer("polish")!.tokens("psy")).toThrow("[stempel/stemmer_20000.tbl]");
    expect(() => analyses.builtIn.analyzer("ukrainian")).toThrow("[morfologik/ukrainian.dict]");
  });
});

describe("a reload", () => {
  test("reads what the reloadable analyzers use, and leaves the others as they are", async () => {
    const { analyses, files, sets, tokens } = parts();
    const metadata = metadataOf(settings);
    await analyses.open(metadata);
    Object.assign(files, { "synonyms.txt": "big, huge", "stop.txt": "red" });
    sets["colours"] = "big, blue";
    expect(await analyses.reload(metadata, undefined)).toEqual({ analyzers: ["bySet", "byFile"], isChanged: true });
    const after = analyses.withResources(metadata);
    expect(tokens(after, "byFile")).toBe("the red big huge");
    // Elasticsearch also reads the stop words of a reloaded analyzer again.
    expect(tokens(after, "bySet")).toBe("the big blue");
    expect(tokens(after, "fixed")).toBe("red big");
  });

  test("of one set reloads the analyzers that use it", async () => {
    const { analyses, files, sets, tokens } = parts();
    const metadata = metadataOf(settings);
    await analyses.open(metadata);
    files["synonyms.txt"] = "big, huge";
    sets["colours"] = "big, blue";
    expect(analyses.reloadable(metadata, "colours")).toEqual(["bySet"]);
    expect(analyses.reloadable(metadata, "other")).toEqual([]);
    expect(await analyses.reload(metadata, "other")).toEqual({ analyzers: [], isChanged: false });
    expect(await analyses.reload(metadata, "colours")).toEqual({ analyzers: ["bySet"], isChanged: true });
    expect(tokens(analyses.withResources(metadata), "byFile")).toBe("the red big large");
    expect(tokens(analyses.withResources(metadata), "bySet")).toBe("red big blue");
  });

  test("that fails changes nothing", async () => {
    const { analyses, files, tokens } = parts();
    const metadata = metadataOf(settings);
    const before = await analyses.open(metadata);
    delete files["synonyms.txt"];
    const { analyzers, isChanged, failure } = await analyses.reload(metadata, undefined);
    expect([analyzers, isChanged, failure?.message]).toEqual([
      [],
      false,
      "IOException while reading synonyms_path: synonyms.txt",
    ]);
    expect(analyses.withResources(metadata).resources).toBe(before.resources);
    expect(tokens(analyses.withResources(metadata), "byFile")).toBe("the red big large");
  });
});

describe("an index whose analyzers cannot be made", () => {
  const strict = { ...settings, "index.analysis.filter.set.lenient": "false" };

  test("has the others, and is repaired by the next reload", async () => {
    const { analyses, sets, tokens } = parts();
    delete sets["colours"];
    const metadata = metadataOf(strict);
    const broken = await analyses.open(metadata);
    expect(analyses.failure("u")).toMatchObject({ status: 404, reason: "synonyms set [colours] not found" });
    expect(tokens(broken, "fixed")).toBe("red big");
    expect(() => tokens(broken, "bySet")).toThrow("synonyms set [colours] not found");
    sets["colours"] = "red, scarlet";
    expect(await analyses.reload(metadata, "colours")).toEqual({ analyzers: ["bySet"], isChanged: true });
    expect(analyses.failure("u")).toBeUndefined();
    expect(tokens(analyses.withResources(metadata), "bySet")).toBe("red scarlet big");
  });

  test("opens also when its set cannot be read, and keeps its rules when that happens later", async () => {
    const { analyses, sets, tokens, unreadable } = parts();
    const metadata = metadataOf(settings);
    await analyses.open(metadata);
    unreadable.add("colours");
    expect((await analyses.reload(metadata, "colours")).failure?.message).toBe("the shard failed");
    expect(tokens(analyses.withResources(metadata), "bySet")).toBe("red scarlet big");
    const other = { ...metadata, uuid: "v" };
    expect(tokens(await analyses.open(other), "bySet")).toBe("red big");
    expect(analyses.failure("v")).toMatchObject({ reason: "the shard failed" });
    unreadable.clear();
    sets["colours"] = "red, crimson";
    await analyses.reload(other, "colours");
    expect(tokens(analyses.withResources(other), "bySet")).toBe("red crimson big");
  });

  test("has no synonyms of a set that is not there, if it is lenient", async () => {
    const { analyses, sets, tokens } = parts();
    delete sets["colours"];
    const opened = await analyses.open(metadataOf(settings));
    expect(analyses.failure("u")).toBeUndefined();
    expect(tokens(opened, "bySet")).toBe("red big");
  });
});

describe("a check of settings that are not applied yet", () => {
  test("reads files, and asks for no sets", () => {
    const { analyses, files, sets } = parts();
    delete sets["colours"];
    expect(
      analyses.of(metadataOf({ ...settings, "index.analysis.filter.set.lenient": "false" })).defined.analyzers,
    ).toEqual(["bySet", "byFile", "fixed"]);
    delete files["stop.txt"];
    expect(() => analyses.of(metadataOf(settings))).toThrow("IOException while reading stopwords_path: stop.txt");
  });
});
