/** TLS of the listener: versions 1.2 and 1.3, and only suites whose keys cannot be had afterwards. */
import { constants } from "node:crypto";
import type { SecureContextOptions } from "node:tls";

/** What the listener shows and proves; all PEM. */
export interface TlsMaterial {
  /** The certificate, with those that lead to its authority behind it. */
  readonly certificate: string;
  readonly key: string;
  /** Opens an encrypted key. */
  readonly passphrase?: string | undefined;
}

/** Ephemeral keys and authenticated encryption; all clients of the last ten years know some of them. */
const CIPHERS = [
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_GCM_SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
].join(":");

/** As node:tls takes it; a context made of it throws for what does not fit together. */
export function secureContextOptions({ certificate, key, passphrase }: TlsMaterial): SecureContextOptions {
  return {
    cert: certificate,
    key,
    ...(passphrase === undefined ? {} : { passphrase }),
    minVersion: "TLSv1.2",
    ciphers: CIPHERS,
    honorCipherOrder: true,
    // Sessions are not resumed: they would outlive a certificate that was replaced, and `@elastic/elasticsearch` 7
    // takes a resumed one, which shows no certificate, for another fingerprint. Clients keep their connections.
    secureOptions: constants.SSL_OP_NO_TICKET,
  };
}
