// Calls of suites as requests: operations and their paths stand in spec/search-operations.json.
import { readFileSync } from "node:fs";

const { operations } = JSON.parse(readFileSync(new URL("../../spec/search-operations.json", import.meta.url), "utf8"));
const byName = new Map(operations.map((operation) => [operation.op, operation]));

/** Operations whose bodies are lines. */
const LINES = new Set(["bulk", "msearch", "msearch_template"]);
const partsOf = (path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
const textOf = (value) => (Array.isArray(value) ? value.join(",") : String(value));

/** The request of `{operation: {parameter: value, body: …}}`: method, path, headers, and the text of the body. */
export function requestOf(name, given) {
  const operation = byName.get(name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  const { body, ...parameters } = given;
  const usable = operation.urls.filter(({ path }) => partsOf(path).every((part) => parameters[part] !== undefined));
  if (usable.length === 0) throw new Error(`${name} lacks a part of its path`);
  const { path, methods } = usable.reduce((best, one) =>
    partsOf(one.path).length > partsOf(best.path).length ? one : best,
  );
  const parts = partsOf(path);
  const filled = path.replace(/\{(\w+)\}/g, (_all, part) => encodeURIComponent(textOf(parameters[part])));
  const query = Object.entries(parameters)
    .filter(([key]) => !parts.includes(key))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(value))}`);
  const wanted = body === undefined ? ["HEAD", "GET"] : ["POST", "PUT"];
  const method = wanted.find((one) => methods.includes(one)) ?? methods[0];
  return {
    method,
    path: query.length > 0 ? `${filled}?${query.join("&")}` : filled,
    contentType: LINES.has(name) ? "application/x-ndjson" : "application/json",
    body: textOfBody(body, LINES.has(name)),
  };
}

function textOfBody(body, isLines) {
  if (body === undefined || typeof body === "string") return body;
  if (!isLines) return JSON.stringify(body);
  return body.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}
