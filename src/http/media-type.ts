/**
 * `Content-Type` and `Accept`: which media a request brings, which it wants, and the compatibility version that it
 * names.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { type NameTable, nameTable } from "../core/names.ts";

/** Media that bodies can have. */
export type BodyMedia = "json" | "yaml" | "cbor" | "smile" | "ndjson";
/** Media that answers made of an object can have. */
export type ResponseMedia = "json" | "yaml" | "cbor" | "smile";

/** What the two headers say. */
export interface MediaHeaders {
  /** Media of the body; undefined without `Content-Type`, or with one that is none of ours. */
  readonly body: BodyMedia | undefined;
  /** Wanted media and the `Content-Type` to answer with; undefined: no preference. */
  readonly accept: { readonly media: ResponseMedia | "text"; readonly header: string } | undefined;
  /** 7, 8 or 9 when asked for with `compatible-with`. */
  readonly compatibleWith: number | undefined;
}

interface MediaType {
  readonly essence: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

const VENDOR = "application/vnd.elasticsearch+";
const OWN_VERSION = "8";
const COMPATIBLE_VERSIONS = new Set(["7", "8", "9"]);
const BODY_MEDIA: NameTable<BodyMedia> = nameTable({
  "application/json": "json",
  "application/*": "json",
  "application/x-ndjson": "ndjson",
  "application/yaml": "yaml",
  "application/cbor": "cbor",
  "application/smile": "smile",
});
const TEXT_MEDIA = new Set([
  "text/plain",
  "text/csv",
  "text/tab-separated-values",
  "application/text",
  "application/csv",
  "application/tab-separated-values",
]);
const TOKEN = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * Reads both headers; results are kept by their text, since clients send the same ones again and again. The version of
 * a `Content-Type` counts only where there is a body: clients of version 9 send one with every request.
 */
export function readMediaHeaders(
  contentType: string | undefined,
  accept: string | undefined,
  hasBody: boolean,
): MediaHeaders {
  const key = `${hasBody ? "+" : "-"}${contentType ?? ""}\n${accept ?? ""}`;
  const known = cache.get(key);
  if (known) return known;
  const headers = parseHeaders(contentType, accept, hasBody);
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  cache.set(key, headers);
  return headers;
}

const CACHE_ENTRIES = 256;
const cache = new Map<string, MediaHeaders>();

function parseHeaders(contentType: string | undefined, accept: string | undefined, hasBody: boolean): MediaHeaders {
  const content = parseMediaType(contentType, "Content-Type");
  const wanted = parseMediaType(accept, "Accept");
  const acceptVersion = compatibleVersion(wanted, "Accept", accept);
  const contentVersion = hasBody ? compatibleVersion(content, "Content-Type", contentType) : acceptVersion;
  if (contentVersion !== acceptVersion) {
    const must =
      (contentVersion ?? OWN_VERSION) === (acceptVersion ?? OWN_VERSION)
        ? ""
        : " and the compatible versions must match";
    throw headerException(
      "Content-Type, Accept",
      new RequestError(
        400,
        "status_exception",
        `A compatible version is required on both Content-Type and Accept headers if either one has requested a compatible version${must}. Accept=${accept ?? "null"}, Content-Type=${contentType ?? "null"}`,
      ),
    );
  }
  return {
    body: content ? BODY_MEDIA[plainEssence(content)] : undefined,
    accept: wanted ? wantedMedia(wanted) : undefined,
    compatibleWith: acceptVersion === undefined ? undefined : Number(acceptVersion),
  };
}

/** Undefined for no header, an empty one, and a list (browsers and `axios` send those): no preference. */
function parseMediaType(header: string | undefined, name: string): MediaType | undefined {
  if (header === undefined || header.trim() === "" || header.includes(",")) return undefined;
  const [essence = "", ...rest] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const [type = "", subtype = "", ...more] = essence.split("/");
  if (more.length > 0 || !TOKEN.test(type) || !TOKEN.test(subtype)) throw invalidMediaType(header, name);
  const parameters = rest
    .filter((part) => part !== "")
    .map((part) => {
      const [parameter = "", value = "", ...further] = part.split("=");
      if (further.length > 0 || !TOKEN.test(parameter.trim())) throw invalidMediaType(header, name);
      return [parameter, value] as const;
    });
  return { essence, parameters };
}

function invalidMediaType(header: string, name: string): RequestError {
  return headerException(name, illegalArgument(`invalid media-type [${header}]`));
}

function headerException(names: string, cause: RequestError): RequestError {
  return new RequestError(400, "media_type_header_exception", `Invalid media-type value on headers [${names}]`, {
    cause,
  });
}

function compatibleVersion(type: MediaType | undefined, name: string, header: string | undefined): string | undefined {
  const version = type?.parameters.find(([parameter]) => parameter === "compatible-with")?.[1];
  if (version === undefined || COMPATIBLE_VERSIONS.has(version)) return version;
  const reason = `${name} version must be either version 9, 8 or 7, but found ${version}. ${name}=${header ?? ""}`;
  throw headerException("Content-Type, Accept", new RequestError(400, "status_exception", reason));
}

/** `application/vnd.elasticsearch+json` → `application/json`. */
function plainEssence(type: MediaType): string {
  return type.essence.startsWith(VENDOR) ? `application/${type.essence.slice(VENDOR.length)}` : type.essence;
}

function wantedMedia(type: MediaType): MediaHeaders["accept"] {
  const essence = plainEssence(type);
  if (TEXT_MEDIA.has(essence)) return { media: "text", header: "application/json" };
  const body = BODY_MEDIA[essence];
  if (body === undefined) return undefined;
  const media = body === "ndjson" ? "json" : body;
  const base = type.essence.startsWith(VENDOR) ? `${VENDOR}${media}` : `application/${media}`;
  return { media, header: base + type.parameters.map(([name, value]) => `;${name}=${value}`).join("") };
}
