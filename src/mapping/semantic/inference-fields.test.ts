import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inferenceFieldsOf, withInferenceFields, withoutInferenceFields } from "./inference-fields.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (source: Uint8Array): string => Buffer.from(source).toString();

describe("the member of the source", () => {
  test.each([
    ["{}", "{}"],
    ['{"a":1}', '{"a":1}'],
    ['{ "_inference_fields" : {"x":[1]} , "a":1.0}', '{ "a":1.0}'],
    ['{"a":{"_inference_fields":1},"_inference_fields":{}}', '{"a":{"_inference_fields":1}}'],
    ['{"_inference_fields":{}}', "{}"],
    [
      '{"b":["_inference_fields", 2],"a":"_inference_fields"}',
      '{"b":["_inference_fields", 2],"a":"_inference_fields"}',
    ],
  ])("is left out of %s", (source, shown) => {
    expect(text(withoutInferenceFields(bytes(source)))).toBe(shown);
  });

  test("stands behind all others, and is found again", () => {
    const name = fc.constantFrom("a", "b", "_inference_fields", '"', "\\", "{");
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(1, "x", '"_inference_fields":', "}", null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(name, tie("value"), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(name, json, { maxKeys: 4 }), fc.constantFrom(0, 2), (document, indent) => {
        const source = bytes(JSON.stringify(document, null, indent));
        const { _inference_fields: given, ...rest } = document;
        expect(JSON.parse(text(withoutInferenceFields(source)))).toEqual(rest);
        const made = withInferenceFields(source, '{"f":{"x":[0.5]}}');
        expect(JSON.parse(text(made))).toEqual({ ...rest, _inference_fields: { f: { x: [0.5] } } });
        expect(inferenceFieldsOf(made)).toEqual({ f: { x: [0.5] } });
        expect(given === undefined).toBe(withoutInferenceFields(source) === source);
      }),
      { numRuns: 200 },
    );
  });
});
