/** Schemas of the OpenAPI document, made from the fields that validate. */
import type { JsonObject } from "../../core/json.ts";
import type { Component } from "./endpoint.ts";
import type { Field } from "./fields.ts";

/** A reference to a named schema. */
export function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema of an object with these fields. */
export function objectSchema(fields: readonly Field[], partial = false): JsonObject {
  const required = partial
    ? []
    : fields.filter((field) => field.required === true || field.readOnly === true).map((field) => field.name);
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
  };
}

/** A named schema with these fields. */
export function component(name: string, fields: readonly Field[], partial = false): Component {
  return { name, schema: objectSchema(fields, partial) };
}

/** The envelope of a page of a list. */
export function pageComponent(name: string): Component {
  const count: JsonObject = { type: "integer", minimum: 0 };
  const numbers = ["next", "previous", "count", "current", "total_pages", "start_index", "end_index"];
  return {
    name: `Paginated${name}List`,
    schema: {
      type: "object",
      required: ["pagination", "count", "next", "previous", "results"],
      properties: {
        pagination: {
          type: "object",
          required: numbers,
          properties: Object.fromEntries(numbers.map((number) => [number, count])),
        },
        count,
        next: { type: "string", format: "uri", nullable: true },
        previous: { type: "string", format: "uri", nullable: true },
        results: { type: "array", items: reference(name) },
      },
    },
  };
}

/** Beside a reference nothing else may stand, so it goes into an `allOf`. */
function fieldSchema(field: Field): JsonObject {
  const further: JsonObject = {
    ...(field.nullable === true ? { nullable: true } : {}),
    ...(field.readOnly === true ? { readOnly: true } : {}),
    ...(field.writeOnly === true ? { writeOnly: true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.description === undefined ? {} : { description: field.description }),
  };
  const { schema } = field.kind;
  if (Object.keys(further).length === 0) return schema;
  return "$ref" in schema ? { allOf: [schema], ...further } : { ...schema, ...further };
}
