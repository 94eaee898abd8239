/** The OpenAPI document as a page to be read: every operation with its parameters, bodies and answers. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { IdentityResponse } from "../interface/endpoint.ts";
import { escapeHtml, page } from "../pages/page.ts";
import { objectOf, stringOf } from "../records/stored-values.ts";

const METHODS = ["get", "post", "put", "patch", "delete"];

export function referencePage(document: JsonObject): IdentityResponse {
  const paths = Object.entries(objectOf(document, "paths"));
  const tags = [...new Set(paths.map(([path]) => path.split("/")[1] ?? ""))];
  const contents = tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(" · ");
  const prefix = stringOf(firstServer(document), "url");
  const sections = tags.map((tag) => {
    const own = paths.filter(([path]) => path.split("/")[1] === tag);
    return `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${own.map(([path, item]) => operations(prefix + path, asObject(item))).join("")}`;
  });
  const schemas = Object.entries(objectOf(objectOf(document, "components"), "schemas")).map(
    ([name, schema]) =>
      `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${json(schema)}</details>`,
  );
  const body = `<p>${escapeHtml(stringOf(objectOf(document, "info"), "description"))} The same as a document: <a href="../schema/">schema</a>.</p>
<p>${contents} · <a href="#schemas">schemas</a></p>${sections.join("")}<h2 id="schemas">schemas</h2>${schemas.join("")}`;
  return page({ title: stringOf(objectOf(document, "info"), "title"), body });
}

function operations(path: string, item: JsonObject): string {
  const shared = list(item["parameters"]);
  return METHODS.flatMap((method) => {
    const operation = ownOf(item, method);
    return isJsonObject(operation)
      ? [operationMarkup(path, method, operation, [...shared, ...list(operation["parameters"])])]
      : [];
  }).join("");
}

function operationMarkup(
  path: string,
  method: string,
  operation: JsonObject,
  parameters: readonly JsonObject[],
): string {
  const permission = stringOf(operation, "x-permission");
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(stringOf(parameter, "name"))}</code></td><td>${escapeHtml(stringOf(parameter, "in"))}</td><td>${escapeHtml(typeOf(objectOf(parameter, "schema")))}</td><td>${escapeHtml(stringOf(parameter, "description"))}</td></tr>`,
  );
  const body = objectOf(operation, "requestBody");
  const answers = Object.entries(objectOf(operation, "responses")).map(
    ([status, answer]) =>
      `<tr><td><code>${escapeHtml(status)}</code></td><td>${escapeHtml(stringOf(asObject(answer), "description"))}</td><td>${content(asObject(answer))}</td></tr>`,
  );
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(stringOf(operation, "summary"))}</summary>
<p><code>${escapeHtml(stringOf(operation, "operationId"))}</code>${permission === "" ? "" : ` – permission <code>${escapeHtml(permission)}</code>`}</p>
${rows.length > 0 ? `<table>${rows.join("")}</table>` : ""}${Object.keys(body).length > 0 ? `<p>Body: ${content(body)}</p>` : ""}<table>${answers.join("")}</table></details>`;
}

function content(holder: JsonObject): string {
  return Object.entries(objectOf(holder, "content"))
    .map(([type, one]) => `${escapeHtml(type)} ${schemaMarkup(asObject(asObject(one)["schema"]))}`)
    .join(", ");
}

function schemaMarkup(schema: JsonObject): string {
  const name = stringOf(schema, "$ref").split("/").at(-1) ?? "";
  return name === "" ? escapeHtml(typeOf(schema)) : `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function typeOf(schema: JsonObject): string {
  const options = schema["enum"];
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(" | ");
  const { format } = schema;
  return typeof format === "string" ? `${stringOf(schema, "type")} (${format})` : stringOf(schema, "type");
}

function json(value: Json): string {
  return `<pre>${escapeHtml(JSON.stringify(value, undefined, 2))}</pre>`;
}

function firstServer(document: JsonObject): JsonObject {
  return list(document["servers"])[0] ?? {};
}

function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
