/** What stands in a certificate. */
import { createHash, type KeyObject, X509Certificate } from "node:crypto";
import { assert } from "../../core/assert.ts";
import { asn1js } from "../../core/rare-packages.ts";
import { distinguishedName } from "./distinguished-name.ts";

/** The facts about a certificate that lists show. */
export interface CertificateFacts {
  /** SHA-256 and SHA-1 of the whole, lower-case hex pairs with colons. */
  readonly fingerprint: string;
  readonly fingerprintSha1: string;
  /** When it ends, ISO 8601. */
  readonly expiry: string;
  /** RFC 4514. */
  readonly subject: string;
  /** Of its public key. */
  readonly publicKey: string;
}

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/** Reads the first certificate of a PEM text; undefined: there is none that can be read. */
export function readCertificate(pem: string): CertificateFacts | undefined {
  const begin = pem.indexOf(BEGIN);
  const end = begin < 0 ? -1 : pem.indexOf(END, begin);
  if (end < 0) return undefined;
  try {
    const certificate = new X509Certificate(pem.slice(begin, end + END.length));
    return {
      fingerprint: certificate.fingerprint256.toLowerCase(),
      fingerprintSha1: certificate.fingerprint.toLowerCase(),
      expiry: new Date(certificate.validTo).toISOString(),
      subject: subjectOf(certificate.raw),
      publicKey: publicKeyDigest(certificate.publicKey),
    };
  } catch {
    // Whatever is wrong with it, the caller has to bring another one.
    return undefined;
  }
}

/** Base64 of the SHA-256 of a public key: a certificate and the private key that belongs to it have the same. */
export function publicKeyDigest(key: KeyObject): string {
  return createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("base64url");
}

/** The subject: after version (not in those of version 1), serial number, algorithm, issuer and validity. */
function subjectOf(der: Buffer): string {
  const { Constructed, fromBER, Sequence } = asn1js();
  const certificate = fromBER(der, { parseEmbedded: false }).result;
  assert(certificate instanceof Sequence, "a certificate is a sequence");
  const [signed] = certificate.valueBlock.value;
  assert(signed instanceof Sequence, "a certificate begins with what is signed");
  const [version] = signed.valueBlock.value;
  const hasVersion = version instanceof Constructed && !(version instanceof Sequence);
  return distinguishedName(signed.valueBlock.value[hasVersion ? 5 : 4]);
}
