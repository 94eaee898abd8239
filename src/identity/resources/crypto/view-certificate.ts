/** Shows a certificate as PEM. */
import { reference } from "../../interface/component.ts";
import type { Endpoint } from "../../interface/endpoint.ts";
import { stringOf } from "../../records/stored-values.ts";
import { certificateData, showPart } from "./certificate-data.ts";
import { certificateKeyPairs } from "./certificate-key-pairs.ts";

const PERMISSION = "view_certificatekeypair_certificate";

export const viewCertificate: Endpoint = {
  path: "crypto/certificatekeypairs/{kp_uuid}/view_certificate/",
  title: "Certificate Key Pair View Certificate",
  parameters: { kp_uuid: certificateKeyPairs.keySchema },
  components: [certificateData],
  methods: {
    GET: {
      id: "crypto_certificatekeypairs_view_certificate",
      summary: "Certificate as PEM; recorded",
      answer: { status: 200, description: "Success.", schema: reference(certificateData.name) },
      refusals: [403, 404],
      permission: PERMISSION,
      handle: (request, parameters) =>
        showPart(request, parameters["kp_uuid"], {
          type: "certificate",
          permission: PERMISSION,
          read: ({ fields }) => stringOf(fields, "certificate_data"),
        }),
    },
  },
};
