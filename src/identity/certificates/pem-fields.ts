/** Certificates and private keys in bodies. */
import { FieldFault, text } from "../interface/fields.ts";
import { readCertificate } from "./read-certificate.ts";
import { hasPrivateKey, readPrivateKey, trimmedLines } from "./read-private-key.ts";

/** Room for a chain of hundreds. */
const LONGEST_CERTIFICATE = 1_000_000;
/** An RSA key of 16,384 bits takes 13,000. */
const LONGEST_KEY = 100_000;

/** A PEM text whose first certificate can be read. It is kept as it is, so it must not hold a key. */
export const certificatePem = text({
  maxLength: LONGEST_CERTIFICATE,
  refine(pem) {
    if (hasPrivateKey(pem)) throw new FieldFault("The private key does not belong here, but into key_data.");
    if (!readCertificate(pem)) throw new FieldFault("Unable to load certificate.");
    return pem;
  },
});

/** Empty, or a private key as PEM without a passphrase. */
export const privateKeyPem = text({
  maxLength: LONGEST_KEY,
  blank: true,
  refine(given) {
    const pem = trimmedLines(given);
    if (readPrivateKey(pem) === undefined) throw new FieldFault("Unable to load private key.");
    return pem;
  },
});
