/** API keys in bodies: what is made and what is changed. */
import { contentParseException, tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { descriptorFaults } from "../../identity/roles/descriptor-faults.ts";
import { showDescriptor, type RoleDescriptor } from "../../identity/roles/role-descriptor.ts";
import type { ApiKeyBody } from "../../identity/security/api-keys.ts";
import { readNamed } from "./role-body.ts";
import { metadataFault, refuseInvalid } from "./security-operation.ts";

const LONGEST_NAME = 256;

/**
 * Reads the fields that bodies about keys share. `what` is what Elasticsearch calls the body; `more` are fields read
 * elsewhere.
 */
export function readApiKeyBody(what: string, body: JsonObject, more: readonly string[]): ApiKeyBody {
  const known = [...more, "expiration", "metadata", "role_descriptors"];
  for (const field of Object.keys(body))
    if (!known.includes(field))
      throw contentParseException(`[${what}] unknown field [${field}]${didYouMean(field, known)}`);
  const { metadata, expiration, role_descriptors: descriptors } = body;
  if (metadata !== undefined && metadata !== null && !isJsonObject(metadata))
    throw wrongType(what, "metadata", metadata);
  const roles = descriptors === undefined || descriptors === null ? undefined : readDescriptors(what, descriptors);
  const expirationMs = readExpiration(what, expiration);
  refuseInvalid([
    ...Object.values(roles ?? {}).flatMap(descriptorFaults),
    metadataFault(metadata ?? undefined, "API key metadata"),
  ]);
  return {
    metadata: metadata ?? undefined,
    roleDescriptors:
      roles && Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, showDescriptor(role)])),
    expirationMs,
  };
}

/** Complaints about the name of a new key. */
export function apiKeyNameFault(name: string): string | undefined {
  if (name === "") return "api key name is required";
  if (name.length > LONGEST_NAME) return `api key name may not be more than ${LONGEST_NAME} characters long`;
  if (name !== name.trim()) return "api key name may not begin or end with whitespace";
  return name.startsWith("_") ? "api key name may not begin with an underscore" : undefined;
}

/** The name in a body; undefined when there is none. */
export function readName(what: string, body: JsonObject): string | undefined {
  const { name } = body;
  if (name === undefined || name === null) return undefined;
  if (typeof name === "object") throw wrongType(what, "name", name);
  return String(name);
}

/** A text of a body. */
export function readText(what: string, field: string, value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw wrongType(what, field, value);
}

export function wrongType(what: string, field: string, value: Json): RequestError {
  return contentParseException(`[${what}] ${field} doesn't support values of type: ${tokenName(value)}`);
}

function readDescriptors(what: string, descriptors: Json): Record<string, RoleDescriptor> {
  if (!isJsonObject(descriptors)) throw wrongType(what, "role_descriptors", descriptors);
  return readNamed(what, "role_descriptors", descriptors);
}

function readExpiration(what: string, expiration: Json | undefined): number | undefined {
  const text = readText(what, "expiration", expiration);
  if (text === undefined) return undefined;
  try {
    const lifetime = parseTimeMs(text, "expiration");
    if (lifetime < 0)
      throw illegalArgument(
        `failed to parse setting [expiration] with value [${text}] as a time value: negative durations are not supported`,
      );
    return lifetime;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(
      400,
      "x_content_parse_exception",
      `Failed to build [${what}] after last required field arrived`,
      { cause: error },
    );
  }
}
