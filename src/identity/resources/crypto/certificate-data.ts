/** What the operations that show a part of a pair have in common: who may, and that the audit trail tells of it. */
import type { Component, IdentityRequest, IdentityResponse } from "../../interface/endpoint.ts";
import { recordEvent } from "../../interface/endpoint.ts";
import { permissionDenied } from "../../interface/identity-errors.ts";
import { holds } from "../../directory/permissions.ts";
import type { StoredRecord } from "../../records/record-store.ts";
import { eventApp, eventModel, seen } from "../../interface/resource-records.ts";
import { certificateKeyPairs } from "./certificate-key-pairs.ts";

export const certificateData: Component = {
  name: "CertificateData",
  schema: {
    type: "object",
    required: ["data"],
    properties: { data: { type: "string", readOnly: true, description: "PEM." } },
  },
};

/** Shows a part of the pair of a key in the path. */
export async function showPart(
  request: IdentityRequest,
  key: string | undefined,
  part: { readonly type: "certificate" | "private_key"; readonly permission: string; read(pair: StoredRecord): string },
): Promise<IdentityResponse> {
  const pair = await seen(certificateKeyPairs, request, key ?? "");
  if (!holds(request.principal, part.permission)) throw permissionDenied();
  const data = part.read(pair);
  const context = { secret: eventModel(certificateKeyPairs, pair), type: part.type };
  recordEvent(request, { action: "secret_view", app: eventApp(certificateKeyPairs), context });
  return { status: 200, body: { data } };
}
