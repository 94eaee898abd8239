/** Shows a private key as PEM; empty where there is none. */
import { SecretUnreadable } from "../../../security/secret-box.ts";
import { reference } from "../../interface/component.ts";
import type { Endpoint, IdentityRequest } from "../../interface/endpoint.ts";
import { detail } from "../../interface/identity-errors.ts";
import type { StoredRecord } from "../../records/record-store.ts";
import { stringOf } from "../../records/stored-values.ts";
import { certificateData, showPart } from "./certificate-data.ts";
import { certificateKeyPairs } from "./certificate-key-pairs.ts";

const PERMISSION = "view_certificatekeypair_key";

export const viewPrivateKey: Endpoint = {
  path: "crypto/certificatekeypairs/{kp_uuid}/view_private_key/",
  title: "Certificate Key Pair View Private Key",
  parameters: { kp_uuid: certificateKeyPairs.keySchema },
  components: [certificateData],
  methods: {
    GET: {
      id: "crypto_certificatekeypairs_view_private_key",
      summary: "Private key as PEM; recorded",
      answer: { status: 200, description: "Success.", schema: reference(certificateData.name) },
      refusals: [403, 404, 503],
      permission: PERMISSION,
      handle: (request, parameters) =>
        showPart(request, parameters["kp_uuid"], {
          type: "private_key",
          permission: PERMISSION,
          read: (pair) => privateKey(pair, request),
        }),
    },
  },
};

function privateKey({ id, fields }: StoredRecord, { secretBox }: IdentityRequest): string {
  if (fields["private_key_available"] !== true) return "";
  try {
    return secretBox.open(stringOf(fields, "key_sealed"), id);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw detail(
      503,
      "The private key cannot be read: the server's secret key is another one than when it was stored.",
    );
  }
}
