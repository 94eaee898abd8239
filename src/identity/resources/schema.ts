/** The OpenAPI document of the interface, and the page that shows it. */
import { stringify as stringifyYaml } from "yaml";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Endpoint } from "../interface/endpoint.ts";
import { openApiDocument } from "../openapi/document.ts";
import { referencePage } from "../openapi/reference-page.ts";

const YAML = "application/vnd.oai.openapi";
const JSON_TYPE = "application/vnd.oai.openapi+json";

/** `schema/` and `reference/` for these endpoints and themselves. */
export function withSchema(others: readonly Endpoint[]): readonly Endpoint[] {
  const all: Endpoint[] = [
    ...others,
    {
      path: "schema/",
      title: "Schema",
      methods: {
        GET: {
          id: "schema_read",
          summary: "This document",
          query: [{ name: "format", schema: { type: "string", enum: ["json", "yaml"] }, description: "json when absent, and when Accept asks for no other." }],
          answer: { status: 200, description: "OpenAPI 3.0.", schema: { type: "object" }, media: ["application/json", YAML, JSON_TYPE] },
          refusals: [],
          async handle({ query, headers, productVersion }) {
            const document = openApiDocument(all, productVersion);
            const accept = String(headers["accept"] ?? "");
            if (query["format"] === "yaml" || (query["format"] === undefined && /yaml|openapi(?!\+json)/.test(accept)))
              return { status: 200, content: { type: `${YAML}; charset=utf-8`, text: stringifyYaml(document) } };
            return { status: 200, content: { type: "application/json", text: stringifyJson(document) } };
          },
        },
      },
    },
    {
      path: "reference/",
      title: "Reference",
      methods: {
        GET: {
          id: "reference_page",
          summary: "This document as a page",
          answer: { status: 200, description: "A page.", schema: { type: "string" }, media: ["text/html"] },
          refusals: [],
          handle: ({ productVersion }) => Promise.resolve(referencePage(openApiDocument(all, productVersion))),
        },
      },
    },
  ];
  return all;
}
