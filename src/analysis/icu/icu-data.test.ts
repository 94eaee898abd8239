import { describe, expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import { CommonData } from "./common-data.ts";
import { icuData } from "./icu-data.ts";
import { ResourceBundle, ResourceTable } from "./resource-bundle.ts";

function fileOf(bytes: Uint8Array): ConstructorParameters<typeof CommonData>[0] {
  return { name: "icudt1l.dat", length: bytes.length, read: (offset, length) => bytes.slice(offset, offset + length) };
}

describe("the archive", () => {
  test("lists its entries in order, and has what it lists", () => {
    const data = icuData();
    const { names } = data;
    expect(names.length).toBeGreaterThan(3000);
    expect([...names].sort()).toEqual(names);
    expect(data.entry("coll/de.res")?.length).toBe(21120);
    expect(data.entry("coll/none.res")).toBeUndefined();
    expect(data.bundle("coll/none.res")).toBeUndefined();
  });

  test("that is damaged is rejected by name", () => {
    const empty = (): unknown => new CommonData(fileOf(new Uint8Array(0)));
    expect(empty).toThrow(RequestError);
    expect(empty).toThrow("the ICU data [icudt1l.dat] are damaged: there is no header");
    expect(() => new CommonData(fileOf(new Uint8Array(100)))).toThrow("it does not begin as little-endian data do");
    const header = new Uint8Array(32);
    header.set([32, 0, 0xda, 0x27, 20, 0, 0, 0, 0, 0, 2, 0, ...Buffer.from("CmnD"), 1]);
    expect(() => new CommonData(fileOf(header))).toThrow("it ends within its table of contents");
    expect(() => new CommonData(fileOf(Uint8Array.from([...header, 1, 0, 0, 0, 12, 0, 0, 0, 255, 0, 0, 0])))).toThrow(
      "are damaged",
    );
  });
});

describe("a bundle", () => {
  /** Content of the bundle's source (`coll/de.txt` of ICU 67). */
  test("has tables, texts and bytes by name", () => {
    const collations = icuData().bundle("coll/de.res")?.root.get("collations");
    expect(collations).toBeInstanceOf(ResourceTable);
    if (!(collations instanceof ResourceTable)) return;
    expect(collations.keys).toEqual(["phonebook", "search"]);
    const phonebook = collations.get("phonebook");
    if (!(phonebook instanceof ResourceTable)) throw new Error("there is a phonebook");
    expect(phonebook.get("%%CollationBin")).toBeInstanceOf(Uint8Array);
    expect(phonebook.get("Sequence")).toContain("&AE<<ä<<<Ä");
    expect(phonebook.get("none")).toBeUndefined();
  });

  test("in a folder with a pool takes names and texts from it", () => {
    // The German currency names share their keys in curr/pool.res.
    const currencies = icuData().bundle("curr/de.res")?.root.get("Currencies");
    if (!(currencies instanceof ResourceTable)) throw new Error("there are currencies");
    const euro = currencies.get("EUR");
    if (typeof euro !== "object" || !("at" in euro) || !("length" in euro)) throw new Error("there is an array");
    expect([...Array(euro.length).keys()].map((index) => euro.at(index))).toEqual(["€", "Euro"]);
  });

  test("can be read completely, for all bundles", () => {
    const data = icuData();
    let texts = 0;
    const walk = (resource: unknown): void => {
      if (typeof resource === "string") texts++;
      else if (resource instanceof ResourceTable) for (const key of resource.keys) walk(resource.get(key));
      else if (
        typeof resource === "object" &&
        resource !== null &&
        "at" in resource &&
        "length" in resource &&
        !ArrayBuffer.isView(resource)
      ) {
        const { at, length } = resource as { at(index: number): unknown; length: number };
        for (let index = 0; index < length; index++) walk(at.call(resource, index));
      }
    };
    for (const name of data.names) if (/^(coll|translit|rbnf)\/.*\.res$/.test(name)) walk(data.bundle(name)?.root);
    expect(texts).toBeGreaterThan(500);
  });

  test("that is truncated anywhere is rejected, or reads nothing beyond its end", () => {
    const bytes = icuData().needed("coll/fr_CA.res");
    for (let length = 0; length < bytes.length; length += 3) {
      try {
        const { root } = new ResourceBundle("cut.res", bytes.slice(0, length), () => undefined);
        for (const key of root.keys) root.get(key);
      } catch (error) {
        expect(error).toBeInstanceOf(RequestError);
      }
    }
  });
});
