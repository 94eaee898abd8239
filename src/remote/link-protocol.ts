/** What both sides of a link agree on: where calls go, and how bodies and answers look. */
import { fromPortableError, type PortableError, type RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import type { PlainData } from "./plain-data.ts";

/** Calls go to paths below, one for each action. */
export const CALL_PREFIX = "/_remote/call";
export const LINK_MEDIA = "application/vnd.wardex.link";
/** Longer bodies and answers are refused. */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** The call by which a side looks whether the other is there. */
export const HANDSHAKE = "cluster:internal/remote_cluster/handshake";

/** Members of an object that came over a link. */
export type Members = Readonly<Record<string, PlainData>>;

/** Whether a value is an object with members. */
export function isMembers(data: PlainData): data is Members {
  return (
    typeof data === "object" &&
    data !== null &&
    !Array.isArray(data) &&
    !(data instanceof Map) &&
    !(data instanceof Set) &&
    !ArrayBuffer.isView(data)
  );
}

const LEAST_STATUS = 400;
const MOST_STATUS = 599;
/** Errors within errors are read so deep. */
const MAX_CAUSES = 20;

/** An error of the other side, as far as it is one; undefined otherwise. */
export function readError(data: PlainData): RequestError | undefined {
  const portable = readPortable(data, MAX_CAUSES);
  return portable && fromPortableError(portable);
}

function readPortable(data: PlainData, depth: number): PortableError | undefined {
  if (!isMembers(data) || depth === 0) return undefined;
  const { status, type, reason, details, cause, rootCauses } = data;
  if (typeof status !== "number" || typeof type !== "string" || typeof reason !== "string") return undefined;
  const causedBy = readPortable(cause, depth - 1);
  const roots = Array.isArray(rootCauses)
    ? rootCauses.map((root: PlainData) => readPortable(root, depth - 1)).filter((root) => root !== undefined)
    : undefined;
  return {
    status: Number.isInteger(status) && status >= LEAST_STATUS && status <= MOST_STATUS ? status : 500,
    type,
    reason,
    details: isMembers(details) ? withoutHeaders(details) : {},
    ...(causedBy ? { cause: causedBy } : {}),
    ...(roots ? { rootCauses: roots } : {}),
  };
}

/** Headers of the other side's answers are not for our clients. */
function withoutHeaders(details: Members): Readonly<Record<string, unknown>> {
  const { header: _left, ...rest } = details;
  return rest;
}

/** JSON that came over a link: nothing in it that JSON does not have. */
export function isJson(data: PlainData): data is Json {
  if (data === null || ["string", "boolean", "number", "bigint"].includes(typeof data)) return true;
  if (Array.isArray(data)) return data.every(isJson);
  return isMembers(data) && Object.values(data).every(isJson);
}
