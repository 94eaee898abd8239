/** The bucket of a repository in an S3-compatible store, from its settings. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { S3Place } from "../../store/blobs/s3-blobs.ts";

const STORAGE_CLASSES = ["standard", "reduced_redundancy", "standard_ia", "onezone_ia", "intelligent_tiering"];
const ACCESS = [
  "private",
  "public-read",
  "public-read-write",
  "authenticated-read",
  "log-delivery-write",
  "bucket-owner-read",
  "bucket-owner-full-control",
];
const DEFAULT_REGION = "us-east-1";

/** `endpoints`: those that the operator opened, the first in place of none. Throws as Elasticsearch does. */
export function s3Place(settings: Readonly<Record<string, string>>, endpoints: readonly string[]): S3Place {
  const bucket = ownOf(settings, "bucket") ?? "";
  if (bucket === "") throw illegalArgument("No bucket defined for s3 repository");
  const client = ownOf(settings, "client") ?? "default";
  if (client !== "default")
    throw illegalArgument(`Unknown s3 client name [${client}]. Existing client configs: default`);
  const base = (ownOf(settings, "base_path") ?? "").replaceAll(/^\/+|\/+$/g, "");
  return {
    endpoint: endpointOf(ownOf(settings, "endpoint"), endpoints),
    region: ownOf(settings, "region") ?? DEFAULT_REGION,
    bucket,
    prefix: base === "" ? "" : `${base}/`,
    accessKey: ownOf(settings, "access_key") ?? "",
    secretKey: ownOf(settings, "secret_key") ?? "",
    headers: headersOf(settings),
  };
}

function endpointOf(asked: string | undefined, endpoints: readonly string[]): string {
  const [first] = endpoints;
  if (asked === undefined && first !== undefined) return addressOf(first);
  const address = addressOf(asked ?? "");
  if (asked === undefined || !endpoints.some((endpoint) => addressOf(endpoint) === address)) {
    const why = endpoints.length === 0 ? " because this setting is empty" : "";
    throw illegalArgument(
      `endpoint [${asked ?? ""}] doesn't match any of the endpoints specified by s3-endpoints${why}`,
    );
  }
  return address;
}

/** Without a slash at the end; HTTPS where no protocol is named. */
function addressOf(endpoint: string): string {
  return (endpoint.includes("://") ? endpoint : `https://${endpoint}`).replace(/\/+$/, "").toLowerCase();
}

function headersOf(settings: Readonly<Record<string, string>>): S3Place["headers"] {
  const headers: Record<`x-amz-${string}`, string> = {};
  const storage = ownOf(settings, "storage_class") ?? "";
  if (storage !== "") {
    if (!STORAGE_CLASSES.includes(storage.toLowerCase()))
      throw new RequestError(500, "blob_store_exception", `\`${storage}\` is not a valid S3 Storage Class.`);
    headers["x-amz-storage-class"] = storage.toUpperCase();
  }
  const access = ownOf(settings, "canned_acl") ?? "";
  if (access !== "") {
    if (!ACCESS.includes(access))
      throw new RequestError(500, "blob_store_exception", `cannedACL is not valid: [${access}]`);
    headers["x-amz-acl"] = access;
  }
  if (ownOf(settings, "server_side_encryption") === "true") headers["x-amz-server-side-encryption"] = "AES256";
  return headers;
}
