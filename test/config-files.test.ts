/** Files that analyzers name: read from one folder, the same for all threads, again when they are reloaded. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { open } from "../dist/server/wardex.js";
import { Client } from "@elastic/elasticsearch";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

/** A folder of the configuration with a file of its own for each parameter. */
function configFolder(): string {
  const folder = temporaryFolder();
  const files: Readonly<Record<string, string>> = {
    "analysis/synonyms.txt": "# greetings\nhello, hi\n",
    "analysis/words.txt": "# comment\nrunning\n\n  cats  \n",
    "analysis/articles.txt": "l\nd\n",
    "analysis/types.txt": "$ => DIGIT\n",
    "analysis/mappings.txt": "ph => f\n",
    "analysis/rules.txt": "running => walk\n",
    "analysis/parts.txt": "foot\nball\n",
    "hunspell/xx/xx.aff": "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n",
    "hunspell/xx/one.dic": "1\ncat/S\n",
    "hunspell/xx/two.dic": "1\ndog/S\n",
    "hunspell/la/la.aff": "SET ISO8859-1\nSFX S Y 1\nSFX S 0 s .\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, "hunspell/la/la.dic"), Buffer.from("1\nb\xfccher/S\n", "latin1"));
  return folder;
}

const texts = ({ body }: { readonly body: { readonly tokens: readonly { readonly token: string }[] } }): string =>
  body.tokens.map(({ token }) => token).join(" ");

describe("each parameter that names a file", () => {
  // Tokens as a real server with the same files and the whole analysis module gives them.
  const chain = (filter: object, text: string, tokenizer = "whitespace"): object => ({
    tokenizer,
    filter: [filter],
    text,
  });
  const cases: readonly (readonly [string, object, string])[] = [
    ["synonyms_path", chain({ type: "synonym", synonyms_path: "analysis/synonyms.txt" }, "hi you"), "hi hello you"],
    ["stopwords_path", chain({ type: "stop", stopwords_path: "analysis/words.txt" }, "running with cats"), "with"],
    [
      "keywords_path",
      {
        tokenizer: "whitespace",
        filter: [{ type: "keyword_marker", keywords_path: "analysis/words.txt" }, "porter_stem"],
        text: "running runs",
      },
      "running run",
    ],
    [
      "keep_words_path",
      chain({ type: "keep", keep_words_path: "analysis/words.txt" }, "running with cats"),
      "running cats",
    ],
    [
      "rules_path",
      {
        tokenizer: "whitespace",
        filter: [{ type: "stemmer_override", rules_path: "analysis/rules.txt" }, "porter_stem"],
        text: "running runs",
      },
      "walk run",
    ],
    [
      "articles_path",
      chain({ type: "elision", articles_path: "analysis/articles.txt" }, "l'avion m'avion"),
      "avion m'avion",
    ],
    [
      "protected_words_path",
      chain({ type: "word_delimiter_graph", protected_words_path: "analysis/words.txt" }, "running-cats cats"),
      "running cats cats",
    ],
    ["type_table_path", chain({ type: "word_delimiter_graph", type_table_path: "analysis/types.txt" }, "a-$7"), "a $7"],
    [
      "common_words_path",
      chain({ type: "common_grams", common_words_path: "analysis/words.txt" }, "running fast"),
      "running running_fast fast",
    ],
    [
      "word_list_path",
      chain({ type: "dictionary_decompounder", word_list_path: "analysis/parts.txt" }, "football"),
      "football foot ball",
    ],
    [
      "mappings_path",
      {
        tokenizer: "whitespace",
        char_filter: [{ type: "mapping", mappings_path: "analysis/mappings.txt" }],
        text: "phone",
      },
      "fone",
    ],
    ["locale, with words in several files", chain({ type: "hunspell", locale: "xx" }, "cats dogs"), "cat dog"],
    ["locale, in another encoding", chain({ type: "hunspell", locale: "la" }, "büchers"), "bücher"],
  ];

  test("reads it", { timeout: 60_000 }, async () => {
    const { call, stop } = await startServer(["--config-folder", configFolder()]);
    for (const [name, body, expected] of cases) {
      const answer = await call("POST", "/_analyze", body);
      expect([name, answer.status, texts(answer)]).toEqual([name, 200, expected]);
    }
    const denied = await call(
      "POST",
      "/_analyze",
      chain({ type: "stop", stopwords_path: "../analysis/words.txt" }, "x"),
    );
    expect([denied.status, denied.body.error.reason]).toEqual([
      400,
      "Access denied trying to read file stopwords_path: ../analysis/words.txt",
    ]);
    const unknown = await call("POST", "/_analyze", chain({ type: "hunspell", locale: "yy" }, "x"));
    expect(unknown.body.error).toMatchObject({
      reason: "failed to load hunspell dictionary for locale: yy",
      caused_by: { reason: "Could not find hunspell dictionary [yy]" },
    });
    await stop();
  });

  test("names none without a folder", async () => {
    const { call, stop } = await startServer();
    const answer = await call("PUT", "/a", {
      settings: { analysis: { analyzer: { a: { type: "standard", stopwords_path: "analysis/words.txt" } } } },
    });
    expect([answer.status, answer.body.error.reason]).toEqual([
      400,
      "IOException while reading stopwords_path: analysis/words.txt",
    ]);
    await stop();
  });

  test("works in a library", async () => {
    const engine = await open({ configFolder: configFolder() });
    const client = new Client({ node: engine.url, Connection: engine.Connection as never });
    const { tokens } = await client.indices.analyze({
      tokenizer: "whitespace",
      filter: [{ type: "stop", stopwords_path: "analysis/words.txt" }],
      text: "running fast",
    });
    expect(tokens?.map(({ token }) => token)).toEqual(["fast"]);
    await engine.close();
  });
});

describe("a table that an analyzer needs without being told", () => {
  /** A table of stems with one row and nothing in it: words stay as they are. */
  const table = Uint8Array.from([...Array.from({ length: 14 }, () => 0), 1, 0, 0, 0, 0]);

  test(
    "is there for mappings, and when it is gone the server starts and other indices work",
    { timeout: 120_000 },
    async () => {
      const folder = configFolder();
      mkdirSync(join(folder, "stempel"));
      writeFileSync(join(folder, "stempel/stemmer_20000.tbl"), table);
      const data = temporaryFolder();
      const args = ["--config-folder", folder, "--data", data];
      const server = await startServer(args);
      const index = {
        settings: { number_of_replicas: 0 },
        mappings: { properties: { text: { type: "text", analyzer: "polish" } } },
      };
      expect((await server.call("PUT", "/polish", index)).status).toBe(200);
      await server.call("PUT", "/plain", { settings: { number_of_replicas: 0 } });
      await server.call("PUT", "/plain/_doc/1", { text: "kot" });
      await server.call("PUT", "/polish/_doc/1?refresh=true", { text: "kot i pies" });
      const found = async ({ call }: ServerProcess, word: string) =>
        (await call("POST", "/polish/_search", { query: { match: { text: word } } })).body;
      expect((await found(server, "Pies")).hits.total.value).toBe(1);
      expect((await found(server, "i")).hits.total.value).toBe(0);
      expect(texts(await server.call("POST", "/_analyze", { analyzer: "polish", text: "Pies i kot" }))).toBe(
        "pies kot",
      );
      await server.kill();
      rmSync(join(folder, "stempel"), { recursive: true });
      const without = await startServer(args);
      // The log holds what cannot be analysed without the table: nothing of it is lost.
      expect((await without.call("GET", "/plain/_doc/1")).body.found).toBe(true);
      expect((await without.call("GET", "/_cluster/health/polish")).body.status).toBe("red");
      const missing = "as [stempel/stemmer_20000.tbl] below the folder of the configuration";
      expect((await without.call("PUT", "/other", index)).body.error.reason).toContain(missing);
      expect((await without.call("POST", "/_analyze", { analyzer: "polish", text: "x" })).body.error.reason).toContain(
        missing,
      );
      await without.stop();
      mkdirSync(join(folder, "stempel"));
      writeFileSync(join(folder, "stempel/stemmer_20000.tbl"), table);
      const again = await startServer(args);
      expect((await found(again, "pies")).hits.total.value).toBe(1);
      await again.stop();
    },
  );
});

describe.each(["0", "3"])("with %s search threads", (threads) => {
  const settings = {
    number_of_replicas: 0,
    analysis: {
      filter: {
        syn: { type: "synonym_graph", synonyms_path: "analysis/synonyms.txt", updateable: true },
        fixed: { type: "synonym", synonyms_path: "analysis/synonyms.txt" },
      },
      analyzer: {
        search: { tokenizer: "standard", filter: ["syn"] },
        index: { tokenizer: "standard", filter: ["fixed"] },
      },
    },
  };
  const mappings = {
    properties: { text: { type: "text", search_analyzer: "search" }, fixed: { type: "text", analyzer: "index" } },
  };

  const hits = async ({ call }: ServerProcess, query: object): Promise<number[]> => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call("POST", "/files/_search", { size: 0, query })),
    );
    return [...new Set(answers.map(({ body }) => Number(body.hits.total.value)))];
  };

  test("a changed file counts from the reload on, and for what is updateable", { timeout: 120_000 }, async () => {
    const folder = configFolder();
    const args = ["--config-folder", folder, "--threads", threads, "--data", temporaryFolder()];
    const server = await startServer(args);
    await server.call("PUT", "/files", { settings, mappings });
    await server.call("PUT", "/files/_doc/1?refresh=true", { text: "hello", fixed: "hello" });
    const by = (field: string, word: string): object => ({ match: { [field]: word } });
    expect(await hits(server, by("text", "hi"))).toEqual([1]);
    writeFileSync(join(folder, "analysis/synonyms.txt"), "hello, salute\n");
    // A new field is a new version of the mapping, and no reason to read files.
    await server.call("PUT", "/files/_doc/2?refresh=true", { text: "x", fixed: "hello", other: 1 });
    expect(await hits(server, by("text", "hi"))).toEqual([1]);
    expect(await hits(server, by("fixed", "hi"))).toEqual([2]);
    const { body } = await server.call("POST", "/files/_reload_search_analyzers");
    expect(body.reload_details).toEqual([
      { index: "files", reloaded_analyzers: ["search"], reloaded_node_ids: [expect.any(String)] },
    ]);
    expect(await hits(server, by("text", "hi"))).toEqual([0]);
    expect(await hits(server, by("text", "salute"))).toEqual([1]);
    expect(await hits(server, by("fixed", "hi"))).toEqual([2]);
    // A file that is gone: the reload fails, and what was read still holds.
    rmSync(join(folder, "analysis/synonyms.txt"));
    const failed = await server.call("POST", "/files/_reload_search_analyzers");
    expect(failed.body).toMatchObject({
      _shards: {
        failed: 1,
        failures: [{ reason: { reason: "IOException while reading synonyms_path: analysis/synonyms.txt" } }],
      },
    });
    expect(await hits(server, by("text", "salute"))).toEqual([1]);
    await server.kill();
    // What the log holds cannot be analysed without it: the index is red, and nothing of it is lost.
    const again = await startServer(args);
    expect((await again.call("GET", "/_cluster/health/files")).body.status).toBe("red");
    expect((await again.call("GET", "/files/_doc/1")).status).toBe(503);
    writeFileSync(join(folder, "analysis/synonyms.txt"), "hello, moin\n");
    await again.kill();
    const repaired = await startServer(args);
    expect((await repaired.call("GET", "/_cluster/health/files")).body.status).toBe("green");
    expect(await hits(repaired, by("text", "moin"))).toEqual([1]);
    expect((await repaired.call("GET", "/files/_doc/1")).body._source).toEqual({ text: "hello", fixed: "hello" });
    await repaired.stop();
  });
});
