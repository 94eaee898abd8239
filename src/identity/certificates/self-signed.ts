/** Makes a key and a certificate that it signs itself (RFC 5280). Keys are made and used off the main thread. */
import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from "node:crypto";
import { promisify } from "node:util";
import {
  type AsnType,
  BitString,
  Boolean as Asn1Boolean,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as Asn1Set,
  UTCTime,
  Utf8String,
} from "asn1js";
import { assert } from "../../core/assert.ts";
import type { AlternativeName } from "./alternative-names.ts";

/** What a certificate is to say. */
export interface CertificateOrder {
  readonly commonName: string;
  readonly alternativeNames: readonly AlternativeName[];
  readonly validityDays: number;
  readonly nowMs: number;
  /** For the listener: says what the key is for, which some clients insist on. */
  readonly forServers?: boolean;
}

const RSA_BITS = 2048;
const SERIAL_BYTES = 20;
const DAY_MS = 24 * 60 * 60 * 1000;
const SHA256_WITH_RSA = "1.2.840.113549.1.1.11";
const SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";

const makeKeys = promisify(generateKeyPair);

/** An RSA key and its certificate (SHA-256), both PEM. Valid since a day ago, as clocks differ. */
export async function selfSigned(order: CertificateOrder): Promise<{ certificate: string; privateKey: string }> {
  const keys = await makeKeys("rsa", { modulusLength: RSA_BITS });
  const signed = toBeSigned(order, keys.publicKey);
  const signature = await signatureOf(Buffer.from(signed.toBER()), keys.privateKey);
  const certificate = new Sequence({ value: [signed, algorithm(), new BitString({ valueHex: bytes(signature) })] });
  return {
    certificate: pem(Buffer.from(certificate.toBER())),
    privateKey: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function toBeSigned(order: CertificateOrder, publicKey: KeyObject): Sequence {
  const key = fromBER(publicKey.export({ type: "spki", format: "der" })).result;
  assert(key instanceof Sequence, "a public key is a sequence");
  const name = subject(order.commonName);
  const validity = new Sequence({
    value: [time(order.nowMs - DAY_MS), time(order.nowMs + order.validityDays * DAY_MS)],
  });
  return new Sequence({
    value: [
      new Constructed({ idBlock: { tagClass: CONTEXT, tagNumber: 0 }, value: [new Integer({ value: 2 })] }),
      serialNumber(),
      algorithm(),
      name,
      validity,
      name,
      key,
      new Constructed({
        idBlock: { tagClass: CONTEXT, tagNumber: 3 },
        value: [new Sequence({ value: extensions(order, key) })],
      }),
    ],
  });
}

const CONTEXT = 3;

/** Positive, and by chance as far as it goes. */
function serialNumber(): Integer {
  const serial = randomBytes(SERIAL_BYTES);
  // The first bit is the sign, and a number does not begin with zeros.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return new Integer({ valueHex: bytes(serial) });
}

function algorithm(): Sequence {
  return new Sequence({ value: [new ObjectIdentifier({ value: SHA256_WITH_RSA }), new Null()] });
}

function subject(commonName: string): Sequence {
  const part = (type: string, value: string): Asn1Set =>
    new Asn1Set({
      value: [new Sequence({ value: [new ObjectIdentifier({ value: type }), new Utf8String({ value })] })],
    });
  return new Sequence({
    value: [part("2.5.4.10", "Wardex"), part("2.5.4.11", "Self-signed"), part("2.5.4.3", commonName)],
  });
}

/** In whole seconds; years from 2050 on have four digits (RFC 5280, section 4.1.2.5). */
function time(atMs: number): UTCTime {
  const valueDate = new Date(atMs - (atMs % 1000));
  return valueDate.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate });
}

function extensions({ alternativeNames, forServers }: CertificateOrder, key: Sequence): Sequence[] {
  const bits = key.valueBlock.value[1];
  assert(bits instanceof BitString, "a public key has bits");
  const identifier = createHash("sha1").update(bits.valueBlock.valueHexView).digest();
  const found = [
    extension("2.5.29.14", new OctetString({ valueHex: bytes(identifier) }), false),
    // Nothing else may be signed with it.
    extension("2.5.29.19", new Sequence({ value: [] }), true),
  ];
  // No key usage beside it: with one, OpenSSL does not see that the certificate signed itself, and clients find no
  // authority whose fingerprint they could compare.
  if (forServers === true)
    found.push(
      extension("2.5.29.37", new Sequence({ value: [new ObjectIdentifier({ value: SERVER_AUTHENTICATION })] }), false),
    );
  if (alternativeNames.length === 0) return found;
  const names = alternativeNames.map(
    ({ kind, value }) =>
      new Primitive({ idBlock: { tagClass: CONTEXT, tagNumber: kind === "dns" ? 2 : 7 }, valueHex: bytes(value) }),
  );
  return [...found, extension("2.5.29.17", new Sequence({ value: names }), false)];
}

function extension(identifier: string, value: AsnType, critical: boolean): Sequence {
  return new Sequence({
    value: [
      new ObjectIdentifier({ value: identifier }),
      ...(critical ? [new Asn1Boolean({ value: true })] : []),
      new OctetString({ valueHex: value.toBER() }),
    ],
  });
}

function signatureOf(data: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign("sha256", data, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

/** The bytes alone, without the pool that a buffer stands in. */
function bytes(buffer: Uint8Array): ArrayBuffer {
  return Uint8Array.from(buffer).buffer;
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
