/** Makes a key with a self-signed certificate. */
import { type AlternativeName, parseAlternativeNames } from "../../certificates/alternative-names.ts";
import { reference } from "../../interface/component.ts";
import type { Endpoint } from "../../interface/endpoint.ts";
import { type Field, FieldFault, text } from "../../interface/fields.ts";
import { invalid, permissionDenied } from "../../interface/identity-errors.ts";
import { integer } from "../../interface/integer-field.ts";
import { holds } from "../../directory/permissions.ts";
import { createRecord } from "../../interface/resource-records.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { validBody } from "../../interface/validate-body.ts";
import { certificateKeyPairs, certificateNameClaim } from "./certificate-key-pairs.ts";

const alternativeNames = text({
  maxLength: 10_000,
  blank: true,
  refine(given) {
    alternativeNamesOf(given);
    return given;
  },
});

const fields: readonly Field[] = [
  // The length that X.520 gives to names.
  { name: "common_name", kind: text({ maxLength: 64 }), required: true, description: "Name of the pair, too." },
  {
    name: "subject_alt_name",
    kind: alternativeNames,
    description: "Names of hosts and addresses, separated by commas.",
  },
  { name: "validity_days", kind: integer({ minimum: 1, maximum: 36_500 }), required: true },
];

const TAKEN = { common_name: ["certificate-key pair with this name already exists."] };

export const generate: Endpoint = {
  path: "crypto/certificatekeypairs/generate/",
  title: "Certificate Key Pair Generate",
  methods: {
    POST: {
      id: "crypto_certificatekeypairs_generate",
      summary: "Make a self-signed pair",
      body: { name: "CertificateGeneration", fields },
      answer: { status: 200, description: "Success.", schema: reference("CertificateKeyPair") },
      refusals: [400, 403, 413, 415],
      permission: "add_certificatekeypair",
      async handle(request) {
        if (!holds(request.principal, "add_certificatekeypair")) throw permissionDenied();
        const values = await validBody(request, fields);
        const name = stringOf(values, "common_name");
        // To make a key takes a while, so what is known to be in vain is not begun.
        if ((await request.store.claimed(certificateNameClaim(name))) !== undefined) throw invalid(TAKEN);
        const { selfSigned } = await import("../../certificates/self-signed.ts");
        const made = await selfSigned({
          commonName: name,
          alternativeNames: alternativeNamesOf(stringOf(values, "subject_alt_name")),
          validityDays: numberOf(values, "validity_days"),
          nowMs: request.clock.now(),
        });
        const body = { name, certificate_data: made.certificate, key_data: made.privateKey };
        const created = await createRecord(
          { ...certificateKeyPairs, taken: () => TAKEN },
          { ...request, body: () => Promise.resolve(body) },
        );
        return { ...created, status: 200 };
      },
    },
  },
};

function alternativeNamesOf(given: string): AlternativeName[] {
  try {
    return parseAlternativeNames(given);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FieldFault(`“${error.message}” is not the name of a host, nor an address.`);
  }
}
