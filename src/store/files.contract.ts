/** The contract of every implementation of Files. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openReference } from "./file-reader.ts";
import type { Files } from "./files.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const all = (files: Files, path: string): string => new TextDecoder().decode(files.read(path));

/** Runs the suite; `make` returns an empty tree and a function that disposes of it. */
export function filesContract(name: string, make: () => { files: Files; dispose: () => void }): void {
  describe(name, () => {
    let files: Files;
    let dispose: () => void;
    beforeEach(() => ({ files, dispose } = make()));
    afterEach(() => dispose());

    test("appended buffers are in order, and a second handle appends after them", () => {
      const first = files.open("a/b/x.log");
      first.append([text("one "), new Uint8Array(0), text("two ")]);
      expect(first.size).toBe(8);
      first.close();
      const second = files.open("a/b/x.log", { mustExist: true });
      second.append([text("three")]);
      expect(second.size).toBe(13);
      second.close();
      expect(all(files, "a/b/x.log")).toBe("one two three");
    });

    test("a linked file stays under its second name, whatever becomes of the first", async () => {
      await files.replace("a/x", text("one"));
      files.link("a/x", "b/c/y");
      await files.replace("a/x", text("two"));
      expect([all(files, "a/x"), all(files, "b/c/y")]).toEqual(["two", "one"]);
      files.remove("a");
      expect(all(files, "b/c/y")).toBe("one");
      expect(() => files.link("a/x", "b/z")).toThrow("ENOENT");
    });

    test("more buffers than one system call takes are appended as well", () => {
      const handle = files.open("many");
      handle.append(Array.from({ length: 2500 }, (_none, at) => text(String.fromCharCode(97 + (at % 26)))));
      expect(handle.size).toBe(2500);
      expect(all(files, "many").slice(1020, 1030)).toBe("ghijklmnop");
      handle.close();
    });

    test("any bytes are read back from anywhere, by the handle and by the reference", () => {
      let run = 0;
      fc.assert(
        fc.property(
          fc.array(fc.uint8Array({ maxLength: 200 })),
          fc.nat(1000),
          fc.nat(300),
          (buffers, position, length) => {
            const path = `random/${run++}`;
            const handle = files.open(path);
            for (const buffer of buffers) handle.append([buffer]);
            const expected = Buffer.concat(buffers).subarray(position, position + length);
            const reader = openReference(files.reference(path));
            for (const readAt of [handle.readAt.bind(handle), reader.readAt.bind(reader)]) {
              const into = new Uint8Array(length);
              expect(readAt(into, position)).toBe(expected.length);
              expect(Buffer.from(into.subarray(0, expected.length)).equals(expected)).toBe(true);
            }
            expect(reader.size()).toBe(handle.size);
            reader.close();
            handle.close();
          },
        ),
        { numRuns: 50 },
      );
    });

    test("a file larger than a chunk of memory is read across its chunks", () => {
      const bytes = new Uint8Array(700_000).map((_none, at) => at % 251);
      const handle = files.open("large");
      handle.append([bytes.subarray(0, 100_000), bytes.subarray(100_000)]);
      const into = new Uint8Array(300_000);
      expect(handle.readAt(into, 200_000)).toBe(300_000);
      expect(Buffer.from(into).equals(Buffer.from(bytes.subarray(200_000, 500_000)))).toBe(true);
      handle.close();
    });

    test("truncated bytes are gone, and appending continues from there", async () => {
      const handle = files.open("cut");
      handle.append([text("keep this, not that")]);
      handle.truncate(9);
      handle.append([text("!")]);
      await handle.sync();
      handle.close();
      expect(all(files, "cut")).toBe("keep this!");
    });

    test("replace swaps the whole content, and a reader opened before keeps the old one", async () => {
      await files.replace("state/s.json", text("first"));
      const reader = openReference(files.reference("state/s.json"));
      await files.replace("state/s.json", text("second one"));
      expect(all(files, "state/s.json")).toBe("second one");
      const into = new Uint8Array(20);
      expect(new TextDecoder().decode(into.subarray(0, reader.readAt(into, 0)))).toBe("first");
      reader.close();
    });

    test("list returns files and folders once, sorted, and nothing for a missing folder", async () => {
      await files.replace("f/b", text(""));
      await files.replace("f/a/one", text(""));
      await files.replace("f/a/two", text(""));
      expect(files.list("f")).toEqual(["a", "b"]);
      expect(files.list("f/a")).toEqual(["one", "two"]);
      expect(files.list("nowhere")).toEqual([]);
      expect(["f", "f/a", "f/b", "nowhere"].map((path) => files.isFolder(path))).toEqual([true, true, false, false]);
    });

    test("rename moves files and folders, remove deletes them, and both can be repeated", async () => {
      await files.replace("old/inner/x", text("x"));
      files.rename("old/inner/x", "new/y");
      expect([files.exists("old/inner/x"), all(files, "new/y")]).toEqual([false, "x"]);
      files.rename("new", "newer");
      expect([files.exists("new"), all(files, "newer/y")]).toEqual([false, "x"]);
      files.remove("newer");
      files.remove("newer");
      expect(files.exists("newer/y")).toBe(false);
      await files.syncFolder(".");
    });

    test("a missing file is a storage failure", () => {
      expect(() => files.open("none", { mustExist: true })).toThrow(
        expect.objectContaining({ name: "StorageFailure", code: "ENOENT" }),
      );
      expect(() => files.read("none")).toThrow(expect.objectContaining({ name: "StorageFailure" }));
      expect(() => files.rename("none", "other")).toThrow(expect.objectContaining({ name: "StorageFailure" }));
    });

    test("no path leaves the root", () => {
      expect(() => files.open("../outside")).toThrow("leaves the root");
      expect(() => files.read("a/../../outside")).toThrow("leaves the root");
      expect(() => files.remove(".")).toThrow("root");
    });

    test("the free and total space is reported", () => {
      const { free, total } = files.space();
      expect(total).toBeGreaterThan(0);
      expect(free).toBeLessThanOrEqual(total);
    });
  });
}
