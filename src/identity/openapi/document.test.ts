/** The document that is served, beside the list of documented operations. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { endpoints } from "../resources.ts";
import { openApiDocument } from "./document.ts";

interface Documented {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
  readonly statuses: readonly number[];
}

const spec: { operations: Documented[] } = JSON.parse(
  readFileSync(new URL("../../../spec/identity-operations.json", import.meta.url), "utf8"),
);
const document = openApiDocument(endpoints, "1.2.3");

function at(value: Json, ...path: string[]): Json {
  let found = value;
  for (const name of path) found = isJsonObject(found) ? (found[name] ?? null) : null;
  return found;
}

function names(value: Json): unknown[] {
  return Array.isArray(value) ? value.map((one) => at(one, "name")) : [];
}

/** Fields of a body that are not read-only. */
function bodyFields(operation: Json): string[] {
  const reference = at(operation, "requestBody", "content", "application/json", "schema", "$ref");
  const schema = at(document, "components", "schemas", String(reference).split("/").at(-1) ?? "", "properties");
  return isJsonObject(schema) ? Object.keys(schema).filter((name) => at(schema, name, "readOnly") !== true) : [];
}

describe("every documented operation", () => {
  test.each(spec.operations)("$operation", ({ operation: id, method, path, query, body, statuses }) => {
    const operation = at(document, "paths", path, method.toLowerCase());
    expect(at(operation, "operationId")).toBe(id);
    expect(names(at(operation, "parameters"))).toEqual(expect.arrayContaining([...query]));
    expect(bodyFields(operation)).toEqual(expect.arrayContaining([...body]));
    const answered = Object.keys(at(operation, "responses") as JsonObject).map(Number);
    expect(answered).toContain(statuses.find((status) => status < 300));
  });
});

describe("the document", () => {
  test("refers only to what is there, and names each operation once", () => {
    const text = JSON.stringify(document);
    for (const [, name = ""] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(at(document, "components", "schemas", name), name).not.toBeNull();
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("lets nobody in without credentials but where one signs in", () => {
    const open = endpoints.flatMap(({ path, methods }) =>
      Object.entries(methods).flatMap(([method, one]) => (one.public === true ? [`${method} ${path}`] : [])),
    );
    expect(open.sort()).toEqual(["GET auth/recovery/", "POST auth/recovery/", "POST auth/sign_in/"]);
  });
});
