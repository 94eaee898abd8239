import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, CsvReader, delimiterOf } from "./csv.ts";

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

function read(text: string, cuts: readonly number[], delimiter = ","): string[][] {
  const reader = new CsvReader(delimiter);
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return [...places.slice(1).flatMap((to, at) => reader.push(text.slice(places[at], to))), ...reader.end()];
}

test("whatever stands in quoted cells comes back, however the text is cut into pieces", () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "a", "é", ";", " ") });
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
  fc.assert(
    fc.property(rows, fc.array(fc.nat()), fc.constantFrom("\n", "\r\n"), (table, cuts, ending) => {
      const text = table.map((row) => row.map(quote).join(",") + ending).join("");
      expect(read(text, cuts)).toEqual(table);
    }),
  );
});

test("plain cells, empty cells, lines without an end, and empty lines", () => {
  expect(read('a,b\r\n\r\n1,"x"\n,\n"2",y"z', [])).toEqual([
    ["a", "b"],
    ["1", "x"],
    ["", ""],
    ["2", 'y"z'],
  ]);
  expect(read("", [])).toEqual([]);
  expect(read("a\tb\n", [], "\t")).toEqual([["a", "b"]]);
  expect([delimiterOf("a;b,c;d"), delimiterOf("a\tb"), delimiterOf("name")]).toEqual([";", "\t", "\t"]);
});

test("what spreadsheets would run is a text; numbers stay numbers", () => {
  expect(["=1+1", "@x", "-5", "+x", 'a"b', "a,b", -5, null, { a: 1 }].map(csvCell)).toEqual([
    "'=1+1",
    "'@x",
    "-5",
    "'+x",
    '"a""b"',
    '"a,b"',
    "-5",
    "",
    '"{""a"":1}"',
  ]);
});
