/** The OpenAPI 3.0 document of the identity interface, made from the declarations that answer the requests. */
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { component, reference } from "../interface/component.ts";
import type { DeclaredBody, Endpoint, Method, Operation } from "../interface/endpoint.ts";
import { IDENTITY_PREFIX } from "../interface/identity-prefix.ts";

/** What a refusal is called and looks like. */
const REFUSALS: Readonly<Record<number, { readonly description: string; readonly schema: string }>> = {
  400: { description: "Invalid input: messages by field.", schema: "ValidationError" },
  401: { description: "No credentials, or none that can be used.", schema: "GenericError" },
  403: { description: "Not permitted.", schema: "GenericError" },
  404: { description: "No such object or page, or none that the caller may see.", schema: "GenericError" },
  405: { description: "The path has no such method.", schema: "GenericError" },
  409: { description: "Too many others changed the same at the same time.", schema: "GenericError" },
  413: { description: "The body is too large.", schema: "GenericError" },
  415: { description: "The body is no JSON.", schema: "GenericError" },
  429: { description: "Too many wrong passwords or too much under way: try again later.", schema: "GenericError" },
  500: { description: "The server's fault, or that of another server that it asked.", schema: "GenericError" },
  503: { description: "Not available at the moment.", schema: "GenericError" },
};

const DESCRIPTION = `Users, groups, tokens, applications, certificates, events and notifications. Every operation but signing in needs credentials.
A GET of a path without the slash at its end is answered with 301, another method of a path with 405 and the header Allow; OPTIONS tells the fields of a path.`;

/** Of any operation that needs credentials. */
const ALWAYS = [401, 403, 429, 503];

const SHARED: Readonly<Record<string, JsonObject>> = {
  GenericError: {
    type: "object",
    required: ["detail"],
    properties: { detail: { type: "string" }, code: { type: "string" } },
  },
  ValidationError: {
    type: "object",
    description:
      "Messages by field; those about the whole under non_field_errors; a body that is no JSON gives detail instead.",
    additionalProperties: { oneOf: [{ type: "array", items: { type: "string" } }, { type: "string" }] },
  },
};

/** What no operation answers, but the frame around them. */
function sharedResponses(): JsonObject {
  const content = { "application/json": { schema: reference("GenericError") } };
  return {
    E301: {
      description: "The path is the one with a slash at its end.",
      headers: { Location: { schema: { type: "string" } } },
    },
    E405: {
      description: REFUSALS[405]?.description ?? "",
      headers: { Allow: { schema: { type: "string" } } },
      content,
    },
  };
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The document. `version` is that of the product. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const schemas: Record<string, Json> = { ...SHARED };
  for (const endpoint of endpoints) {
    put(paths, `/${endpoint.path}`, pathItem(endpoint));
    for (const { name, schema } of endpoint.components ?? []) put(schemas, name, schema);
    for (const method of METHODS) {
      const body = endpoint.methods[method]?.body;
      if (body && !Object.hasOwn(schemas, body.name))
        put(schemas, body.name, component(body.name, body.fields, body.partial).schema);
    }
  }
  return {
    openapi: "3.0.3",
    info: {
      title: "Wardex identity administration",
      version,
      description: DESCRIPTION,
    },
    servers: [{ url: IDENTITY_PREFIX }],
    security: [{ token: [] }, { bearer: [] }, { basic: [] }, { session: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      securitySchemes,
      responses: sharedResponses(),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

const securitySchemes: JsonObject = {
  token: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "The key of an API token, alone or behind Bearer.",
  },
  bearer: { type: "http", scheme: "bearer", description: "The key of an API token." },
  basic: {
    type: "http",
    scheme: "basic",
    description: "User name and password, or any name and the key of an API token.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "wardex_session",
    description: "A session; what changes something needs X-CSRFToken too.",
  },
};

function pathItem(endpoint: Endpoint): JsonObject {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const parameters = names.map((name): JsonObject => ({
    name,
    in: "path",
    required: true,
    schema: ownOf(endpoint.parameters, name) ?? { type: "string" },
  }));
  const item: Record<string, Json> = parameters.length > 0 ? { parameters } : {};
  for (const method of METHODS) {
    const operation = endpoint.methods[method];
    if (operation) put(item, method.toLowerCase(), operationItem(endpoint, operation));
  }
  return item;
}

function operationItem({ path }: Endpoint, operation: Operation): JsonObject {
  const { id, summary, query = [], body, permission } = operation;
  return {
    operationId: id,
    summary,
    tags: [path.split("/")[0] ?? ""],
    ...(permission === undefined ? {} : { "x-permission": permission }),
    ...(operation.public === true ? { security: [] } : {}),
    ...(query.length > 0
      ? { parameters: query.map((parameter): JsonObject => ({ ...parameter, in: "query", required: false })) }
      : {}),
    ...(body ? { requestBody: requestBody(body) } : {}),
    responses: responses(operation),
  };
}

function requestBody(body: DeclaredBody): JsonObject {
  const required = body.partial !== true && body.fields.some((field) => field.required === true);
  return { required, content: { "application/json": { schema: reference(body.name) } } };
}

function responses({ answer, refusals, public: isPublic }: Operation): JsonObject {
  const { status, description, schema, media = ["application/json"] } = answer;
  const all: Record<string, Json> = {
    [status]: schema
      ? { description, content: Object.fromEntries(media.map((type) => [type, { schema }])) }
      : { description },
  };
  for (const refusal of [...refusals, ...(isPublic === true ? [429, 503] : ALWAYS)].sort((one, other) => one - other)) {
    const known = REFUSALS[refusal];
    if (!known || all[refusal] !== undefined) continue;
    all[refusal] = {
      description: known.description,
      content: { "application/json": { schema: reference(known.schema) } },
    };
  }
  return all;
}
