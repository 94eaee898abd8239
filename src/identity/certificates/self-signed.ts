/**
 * Makes a key and a certificate (RFC 5280) that it signs itself, or that an authority signs. Keys are made and used off
 * the main thread.
 */
import {
  createHash,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
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

/** What of a certificate is not the same for all of them. */
interface CertificateForm {
  readonly issuer: AsnType;
  readonly subject: AsnType;
  readonly algorithm: () => Sequence;
  readonly extensions: readonly Sequence[];
}

const RSA_BITS = 2048;
const SERIAL_BYTES = 20;
const DAY_MS = 24 * 60 * 60 * 1000;
const SHA256_WITH_RSA = "1.2.840.113549.1.1.11";
const SHA256_WITH_ECDSA = "1.2.840.10045.4.3.2";
const SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
const CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";

const makeKeys = promisify(generateKeyPair);

/** A certificate and its key, both PEM. */
export interface MadeCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** An RSA key and its certificate (SHA-256), both PEM. Valid since a day ago, as clocks differ. */
export async function selfSigned(order: CertificateOrder): Promise<MadeCertificate> {
  const keys = await makeKeys("rsa", { modulusLength: RSA_BITS });
  const key = publicParts(keys.publicKey);
  const name = subject("Self-signed", order.commonName);
  const form = { issuer: name, subject: name, algorithm: rsa, extensions: extensions(order, key) };
  return made(await signed(toBeSigned(order, key, form), rsa, keys.privateKey), keys.privateKey);
}

/** An authority whose only purpose is to sign the certificates of nodes; elliptic keys (P-256). */
export async function authority(order: Omit<CertificateOrder, "forServers">): Promise<MadeCertificate> {
  const keys = await makeKeys("ec", { namedCurve: "P-256" });
  const key = publicParts(keys.publicKey);
  const name = subject("Nodes", order.commonName);
  const form = { issuer: name, subject: name, algorithm: ecdsa, extensions: authorityExtensions(key) };
  return made(await signed(toBeSigned(order, key, form), ecdsa, keys.privateKey), keys.privateKey);
}

/** A certificate by which a node knows itself to others, as who calls and as who is called; signed by an authority. */
export async function signedBy(
  signer: MadeCertificate,
  order: Omit<CertificateOrder, "forServers">,
): Promise<MadeCertificate> {
  const keys = await makeKeys("ec", { namedCurve: "P-256" });
  const key = publicParts(keys.publicKey);
  const form = {
    issuer: subjectOf(signer.certificate),
    subject: subject("Nodes", order.commonName),
    algorithm: ecdsa,
    extensions: nodeExtensions(order, key),
  };
  const authorityKey = createPrivateKey(signer.privateKey);
  return made(await signed(toBeSigned(order, key, form), ecdsa, authorityKey), keys.privateKey);
}

/** Whether a certificate may sign those of nodes, with the key that stands beside it. Throws nothing. */
export function isAuthority({ certificate, privateKey }: MadeCertificate): boolean {
  try {
    const key = createPrivateKey(privateKey);
    const read = new X509Certificate(certificate);
    return read.ca && key.asymmetricKeyType === "ec" && read.checkPrivateKey(key);
  } catch {
    return false;
  }
}

async function signed(content: Sequence, algorithm: () => Sequence, key: KeyObject): Promise<string> {
  const signature = await signatureOf(Buffer.from(content.toBER()), key);
  const certificate = new Sequence({ value: [content, algorithm(), new BitString({ valueHex: bytes(signature) })] });
  return pem(Buffer.from(certificate.toBER()));
}

function made(certificate: string, key: KeyObject): MadeCertificate {
  return { certificate, privateKey: key.export({ type: "pkcs8", format: "pem" }).toString() };
}

function publicParts(publicKey: KeyObject): Sequence {
  const key = fromBER(publicKey.export({ type: "spki", format: "der" })).result;
  assert(key instanceof Sequence, "a public key is a sequence");
  return key;
}

/** The name of a certificate, as it stands there: whoever is signed by it repeats it byte by byte. */
function subjectOf(certificate: string): AsnType {
  const { result } = fromBER(new X509Certificate(certificate).raw);
  const content = result instanceof Sequence ? result.valueBlock.value[0] : undefined;
  assert(content instanceof Sequence, "a certificate is a sequence");
  const name = content.valueBlock.value[SUBJECT_PLACE];
  assert(name, "a certificate has a subject");
  return name;
}

/** Behind version, serial number, algorithm, issuer and validity. */
const SUBJECT_PLACE = 5;

function toBeSigned(order: CertificateOrder, key: Sequence, form: CertificateForm): Sequence {
  const validity = new Sequence({
    value: [time(order.nowMs - DAY_MS), time(order.nowMs + order.validityDays * DAY_MS)],
  });
  return new Sequence({
    value: [
      new Constructed({ idBlock: { tagClass: CONTEXT, tagNumber: 0 }, value: [new Integer({ value: 2 })] }),
      serialNumber(),
      form.algorithm(),
      form.issuer,
      validity,
      form.subject,
      key,
      new Constructed({
        idBlock: { tagClass: CONTEXT, tagNumber: 3 },
        value: [new Sequence({ value: [...form.extensions] })],
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

function rsa(): Sequence {
  return new Sequence({ value: [new ObjectIdentifier({ value: SHA256_WITH_RSA }), new Null()] });
}

function ecdsa(): Sequence {
  return new Sequence({ value: [new ObjectIdentifier({ value: SHA256_WITH_ECDSA })] });
}

function subject(unit: string, commonName: string): Sequence {
  const part = (type: string, value: string): Asn1Set =>
    new Asn1Set({
      value: [new Sequence({ value: [new ObjectIdentifier({ value: type }), new Utf8String({ value })] })],
    });
  return new Sequence({
    value: [part("2.5.4.10", "Wardex"), part("2.5.4.11", unit), part("2.5.4.3", commonName)],
  });
}

/** In whole seconds; years from 2050 on have four digits (RFC 5280, section 4.1.2.5). */
function time(atMs: number): UTCTime {
  const valueDate = new Date(atMs - (atMs % 1000));
  return valueDate.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate });
}

function extensions(order: CertificateOrder, key: Sequence): Sequence[] {
  const found = [
    keyIdentifier(key),
    // Nothing else may be signed with it.
    extension("2.5.29.19", new Sequence({ value: [] }), true),
  ];
  // No key usage beside it: with one, OpenSSL does not see that the certificate signed itself, and clients find no
  // authority whose fingerprint they could compare.
  if (order.forServers === true) found.push(usages([SERVER_AUTHENTICATION]));
  return [...found, ...alternativeNames(order)];
}

function authorityExtensions(key: Sequence): Sequence[] {
  return [
    keyIdentifier(key),
    extension("2.5.29.19", new Sequence({ value: [new Asn1Boolean({ value: true })] }), true),
    // keyCertSign and cRLSign alone.
    extension("2.5.29.15", new BitString({ valueHex: Uint8Array.of(0x06).buffer, unusedBits: 1 }), true),
  ];
}

function nodeExtensions(order: CertificateOrder, key: Sequence): Sequence[] {
  return [
    keyIdentifier(key),
    extension("2.5.29.19", new Sequence({ value: [] }), true),
    usages([SERVER_AUTHENTICATION, CLIENT_AUTHENTICATION]),
    ...alternativeNames(order),
  ];
}

function keyIdentifier(key: Sequence): Sequence {
  const bits = key.valueBlock.value[1];
  assert(bits instanceof BitString, "a public key has bits");
  const identifier = createHash("sha1").update(bits.valueBlock.valueHexView).digest();
  return extension("2.5.29.14", new OctetString({ valueHex: bytes(identifier) }), false);
}

function usages(purposes: readonly string[]): Sequence {
  const value = purposes.map((purpose) => new ObjectIdentifier({ value: purpose }));
  return extension("2.5.29.37", new Sequence({ value }), false);
}

function alternativeNames({ alternativeNames: all }: CertificateOrder): Sequence[] {
  if (all.length === 0) return [];
  const names = all.map(
    ({ kind, value }) =>
      new Primitive({ idBlock: { tagClass: CONTEXT, tagNumber: kind === "dns" ? 2 : 7 }, valueHex: bytes(value) }),
  );
  return [extension("2.5.29.17", new Sequence({ value: names }), false)];
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
