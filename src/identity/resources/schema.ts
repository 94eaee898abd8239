/** The OpenAPI document of the interface, and the page that shows it. */
import { yaml } from "../../core/rare-packages.ts";
import type { JsonObject } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Endpoint } from "../interface/endpoint.ts";
import { openApiDocument } from "../openapi/document.ts";
import { referencePage } from "../openapi/reference-page.ts";

const YAML = "application/vnd.oai.openapi";
const JSON_TYPE = "application/vnd.oai.openapi+json";

/** `schema/` and `reference/` for these endpoints and themselves. */
export function withSchema(others: readonly Endpoint[]): readonly Endpoint[] {
  // Made by the first who asks: the endpoints stay what they are.
  let document: JsonObject | undefined;
  const documentOf = (version: string): JsonObject => (document ??= openApiDocument(all, version));
  const all: Endpoint[] = [
    ...others,
    {
      path: "schema/",
      title: "Schema",
      methods: {
        GET: {
          id: "schema_read",
          summary: "This document",
          query: [
            {
              name: "format",
              schema: { type: "string", enum: ["json", "yaml"] },
              description: "json when absent, and when Accept asks for no other.",
            },
          ],
          answer: {
            status: 200,
            description: "OpenAPI 3.0.",
            schema: { type: "object" },
            media: ["application/json", YAML, JSON_TYPE],
          },
          refusals: [],
          async handle({ query, headers, productVersion }) {
            const accept = String(headers["accept"] ?? "");
            if (query["format"] === "yaml" || (query["format"] === undefined && /yaml|openapi(?!\+json)/.test(accept)))
              return {
                status: 200,
                content: { type: `${YAML}; charset=utf-8`, text: yaml().stringify(documentOf(productVersion)) },
              };
            return {
              status: 200,
              content: { type: "application/json", text: stringifyJson(documentOf(productVersion)) },
            };
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
          handle: ({ productVersion }) => Promise.resolve(referencePage(documentOf(productVersion))),
        },
      },
    },
  ];
  return all;
}
