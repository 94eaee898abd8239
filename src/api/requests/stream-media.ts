/** Media types of bodies that are read line by line. */
import type { OperationRequest, OperationResponse } from "../operation.ts";

/** The 406 for a body that has no lines; undefined for JSON lines. */
export function streamRefusal(request: OperationRequest): OperationResponse | undefined {
  const type = request.contentType;
  if (type === undefined || type === "json" || type === "ndjson") return undefined;
  const error = `Content-Type [${type.toUpperCase()}] does not support stream parsing. Use JSON instead`;
  return { status: 406, body: { error, status: 406 } };
}
