/**
 * Certificates, with their private keys where there are some. Keys are kept encrypted, and shown by `view_private_key`
 * alone.
 */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { putAll } from "../../../core/names.ts";
import { certificatePem, privateKeyPem } from "../../certificates/pem-fields.ts";
import { readCertificate } from "../../certificates/read-certificate.ts";
import { readPrivateKey } from "../../certificates/read-private-key.ts";
import { type Field, parseUuid, text } from "../../interface/fields.ts";
import { booleanFilter, textFilter } from "../../interface/filters.ts";
import { type FieldErrors, invalid } from "../../interface/identity-errors.ts";
import { certificateModel } from "../../records/models.ts";
import { modelPermissions } from "../../directory/permissions.ts";
import type { Draft, Prepared, Resource } from "../../interface/resource.ts";
import { stringOf } from "../../records/stored-values.ts";
import { readOnly } from "../core/read-only.ts";

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  { name: "name", kind: text(), required: true },
  {
    name: "certificate_data",
    kind: certificatePem,
    required: true,
    writeOnly: true,
    description: "X.509 certificate, PEM.",
  },
  {
    name: "key_data",
    kind: privateKeyPem,
    default: "",
    writeOnly: true,
    description: "Private key that belongs to it, PEM, without a passphrase.",
  },
  readOnly("fingerprint", {
    type: "string",
    description: "SHA-256 of the certificate, lower-case hex pairs joined by colons.",
  }),
  readOnly("fingerprint_sha256", { type: "string", description: "The same, under its later name." }),
  readOnly("fingerprint_sha1", { type: "string" }),
  readOnly("cert_expiry", { type: "string", format: "date-time" }),
  readOnly("cert_subject", { type: "string", description: "Subject in RFC 4514 form." }),
  readOnly("private_key_available", { type: "boolean" }),
];

const hasKey = booleanFilter("private_key_available");

export const certificateKeyPairs: Resource = {
  path: "crypto/certificatekeypairs",
  label: { app: "authentik_crypto", model: "certificatekeypair" },
  title: "Certificate Key Pair",
  model: certificateModel,
  key: "kp_uuid",
  keySchema: { type: "string", format: "uuid" },
  fields,
  filters: [textFilter("name"), { ...hasKey, name: "has_key" }],
  searchFields: ["name"],
  defaultOrdering: ["name"],
  permissions: modelPermissions("certificatekeypair"),

  async find(key, { store }) {
    const uuid = parseUuid(key);
    return uuid === undefined ? undefined : store.get(`certificate:${uuid}`);
  },

  newId: () => Promise.resolve(`certificate:${randomUUID()}`),

  async prepare(draft, { secretBox }): Promise<Prepared> {
    // Here and not in a check, as another writer may have changed the other half meanwhile.
    const faults = mismatch(draft);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const { key_data: key, ...values } = draft.values;
    const { key_sealed: sealed, ...before } = draft.before?.fields ?? {};
    const written: Record<string, JsonObject[string]> = {
      ...before,
      ...values,
      pk: draft.id.slice("certificate:".length),
    };
    putAll(written, factsOf(stringOf(written, "certificate_data")));
    if (typeof key === "string") written["private_key_available"] = key !== "";
    if (key === undefined && sealed !== undefined) written["key_sealed"] = sealed;
    else if (typeof key === "string" && key !== "") written["key_sealed"] = secretBox.seal(key, draft.id);
    return { fields: written, claims: [certificateNameClaim(stringOf(written, "name"))] };
  },

  taken: () => ({ name: ["certificate-key pair with this name already exists."] }),

  show: (records) =>
    Promise.resolve(
      records.map(({ fields: stored }) => ({
        pk: stringOf(stored, "pk"),
        name: stringOf(stored, "name"),
        fingerprint: stringOf(stored, "fingerprint"),
        fingerprint_sha256: stringOf(stored, "fingerprint"),
        fingerprint_sha1: stringOf(stored, "fingerprint_sha1"),
        cert_expiry: stringOf(stored, "cert_expiry"),
        cert_subject: stringOf(stored, "cert_subject"),
        private_key_available: stored["private_key_available"] === true,
      })),
    ),

  nameOf: ({ fields: stored }) => stringOf(stored, "name"),
};

/** The claim of a pair's name. */
export function certificateNameClaim(name: string): string {
  return `certificate-name:${name}`;
}

function factsOf(pem: string): JsonObject {
  const facts = readCertificate(pem);
  if (!facts) return {};
  return {
    fingerprint: facts.fingerprint,
    fingerprint_sha1: facts.fingerprintSha1,
    cert_expiry: facts.expiry,
    cert_subject: facts.subject,
    public_key: facts.publicKey,
  };
}

/** Whether certificate and key belong together, where a draft changes one of them. */
function mismatch({ before, values }: Draft): FieldErrors {
  const certificate =
    typeof values["certificate_data"] === "string"
      ? readCertificate(values["certificate_data"])?.publicKey
      : before?.fields["public_key"];
  const key = values["key_data"];
  // Only an earlier certificate says which key is kept with it.
  const kept = before?.fields["private_key_available"] === true ? before.fields["public_key"] : undefined;
  const own = typeof key === "string" ? (key === "" ? undefined : readPrivateKey(key)) : kept;
  if (certificate === undefined || own === undefined || certificate === own) return {};
  return typeof key === "string"
    ? { key_data: ["The private key does not belong to the certificate."] }
    : { certificate_data: ["The certificate does not belong to the private key."] };
}
