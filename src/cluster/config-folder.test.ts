import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readText } from "../analysis/analysis-resources.ts";
import { configFiles, MOST_FILE_BYTES } from "./config-folder.ts";

const outside = mkdtempSync(join(tmpdir(), "wardex-config-"));
const folder = join(outside, "config");
mkdirSync(join(folder, "analysis", "inner"), { recursive: true });
writeFileSync(join(outside, "secret.txt"), "secret");
writeFileSync(join(folder, "analysis", "words.txt"), "one\ntwo ü\n");
writeFileSync(join(folder, "analysis", "latin.txt"), Buffer.from([0x66, 0xfc]));
writeFileSync(join(folder, "analysis", "large.txt"), "");
truncateSync(join(folder, "analysis", "large.txt"), MOST_FILE_BYTES + 1);
symlinkSync(join(outside, "secret.txt"), join(folder, "analysis", "link.txt"));
symlinkSync(outside, join(folder, "analysis", "linked"));
symlinkSync(join(folder, "analysis", "words.txt"), join(folder, "inside.txt"));
afterAll(() => rmSync(outside, { recursive: true }));

const files = configFiles(folder);
const read = (path: string): string => readText(files, "stopwords_path", path);

// The messages are Elasticsearch's, except that they contain the path as given in the settings instead of the absolute
// one.
describe("files of the configuration", () => {
  test("are read below the folder, also by links that stay there", () => {
    expect(read("analysis/words.txt")).toBe("one\ntwo ü\n");
    expect(read("inside.txt")).toBe("one\ntwo ü\n");
  });

  test.each([
    "../secret.txt",
    "analysis/../../secret.txt",
    "analysis\\..\\..\\secret.txt",
    "analysis/..",
    "/etc/passwd",
    join(folder, "analysis/words.txt"),
    "analysis/link.txt",
    "analysis/linked/secret.txt",
    "analysis/words.txt\0",
  ])("are not read at %j", (path) => {
    expect(() => read(path)).toThrow(`Access denied trying to read file stopwords_path: ${path}`);
  });

  test.each(["analysis/none.txt", "analysis", "analysis/words.txt/x", "", "analysis/large.txt"])(
    "cannot be read at %j",
    (path) => {
      expect(() => read(path)).toThrow(`IOException while reading stopwords_path: ${path}`);
    },
  );

  test("are texts in UTF-8", () => {
    expect(() => read("analysis/latin.txt")).toThrow(
      "Unsupported character encoding detected while reading stopwords_path: analysis/latin.txt - files must be UTF-8 encoded",
    );
  });

  test("are listed by name", () => {
    expect(files.fileNames("analysis")).toEqual(["inner", "large.txt", "latin.txt", "link.txt", "linked", "words.txt"]);
    for (const path of ["none", "..", "../", "/", "analysis/linked", "analysis/words.txt"])
      expect(files.fileNames(path)).toEqual([]);
  });

  test("are none without a folder", () => {
    expect(() => readText(configFiles(undefined), "synonyms_path", "x.txt")).toThrow(
      "IOException while reading synonyms_path: x.txt",
    );
    expect(() => readText(configFiles(join(folder, "none")), "synonyms_path", "x.txt")).toThrow(
      "IOException while reading synonyms_path: x.txt",
    );
    expect(configFiles(undefined).fileNames("analysis")).toEqual([]);
  });
});
