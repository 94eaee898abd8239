import fc from "fast-check";
import { expect, test } from "vitest";
import { hasFractions, mayNeedJavaSpelling, parseAsWritten, parseLossless, plainJson } from "./lossless-json.ts";
import { parseJson } from "./parse-json.ts";
import { writeJson } from "./write-json.ts";

// As rendered by Elasticsearch 8.19 in a filtered source.
test("numbers with a point or an exponent are rendered as Java writes doubles", () => {
  const text =
    "[1.0,1e3,1.5,-0.0,1E10,100.0,1e-7,12345678.9,-0,1.10,2E300,9223372036854775808,4.9e-324,2.0E-3,0.0001,1e16,1e400,123456789.123456789123456789]";
  expect(writeJson(parseLossless(text))).toBe(
    '[1.0,1000.0,1.5,-0.0,1.0E10,100.0,1.0E-7,1.23456789E7,0,1.1,2.0E300,9223372036854775808,4.9E-324,0.002,1.0E-4,1.0E16,"Infinity",1.2345678912345679E8]',
  );
});

test("or kept as they were written", () => {
  expect(writeJson(parseAsWritten('{"a":[1.0,1e3,1.50,7,-2E+5]}'))).toBe('{"a":[1.0,1e3,1.50,7,-2E+5]}');
});

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc
    .tuple(fc.integer(), fc.nat(999), fc.integer({ min: -9, max: 9 }))
    .map(([whole, rest, power]) => `${whole}.${rest}e${power}`),
  fc.tuple(fc.integer(), fc.stringMatching(/^[05]{1,4}$/)).map(([whole, rest]) => `${whole}.${rest}`),
);

test("texts without special spellings are recognized, and plain values equal those of the text", () => {
  fc.assert(
    fc.property(number, (raw) => {
      const text = `{"a":[${raw}]}`;
      const spelled = parseLossless(text);
      expect(plainJson(spelled)).toEqual(raw === "-0" ? { a: [0] } : parseJson(text));
      if (!mayNeedJavaSpelling(text)) expect(writeJson(spelled)).toBe(writeJson(parseJson(text)));
      if (!hasFractions(text)) expect(writeJson(parseAsWritten(text))).toBe(writeJson(parseJson(text)));
    }),
  );
});
