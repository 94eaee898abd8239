import { createPrivateKey, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAlternativeNames } from "./alternative-names.ts";
import { foreignCertificate } from "../../testing/identity/certificates.ts";
import { readCertificate } from "./read-certificate.ts";
import { readPrivateKey } from "./read-private-key.ts";
import { selfSigned } from "./self-signed.ts";

const nowMs = Date.UTC(2026, 5, 1, 12, 0, 0, 789);

describe("a self-signed certificate", () => {
  test("says what was ordered, and is signed by the key that comes with it", async () => {
    const alternativeNames = parseAlternativeNames(
      "a.example, *.b.example,,10.0.0.1,2001:db8::ff00:42:8329,bücher.example",
    );
    const made = await selfSigned({ commonName: "a, b", alternativeNames, validityDays: 3, nowMs });
    const certificate = new X509Certificate(made.certificate);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(made.privateKey))).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(certificate.subject).toBe("O=Wardex\nOU=Self-signed\nCN=a\\, b");
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.ca).toBe(false);
    expect([new Date(certificate.validFrom), new Date(certificate.validTo)]).toEqual([
      new Date("2026-05-31T12:00:00Z"),
      new Date("2026-06-04T12:00:00Z"),
    ]);
    expect(certificate.subjectAltName).toBe(
      "DNS:a.example, DNS:*.b.example, IP Address:10.0.0.1, IP Address:2001:DB8:0:0:0:FF00:42:8329, DNS:xn--bcher-kva.example",
    );
    expect(certificate.checkHost("x.b.example")).toBe("*.b.example");
    expect(readPrivateKey(made.privateKey)).toBe(readCertificate(made.certificate)?.publicKey);
  });

  test("may last beyond the years of two digits", async () => {
    const made = await selfSigned({ commonName: "long", alternativeNames: [], validityDays: 36_500, nowMs });
    expect(readCertificate(made.certificate)).toMatchObject({
      expiry: "2126-05-08T12:00:00.000Z",
      subject: "CN=long,OU=Self-signed,O=Wardex",
    });
    expect(new X509Certificate(made.certificate).subjectAltName).toBeUndefined();
  });
});

describe("a certificate of others", () => {
  test("shows its facts as OpenSSL does", () => {
    expect(readCertificate(foreignCertificate)).toMatchObject({
      fingerprint: "ab:37:e9:f7:9d:95:5e:4f:53:5c:63:04:0d:2c:f2:db:c7:dc:bb:37:42:59:9d:d9:8e:7e:46:8a:3a:ea:b6:d8",
      fingerprintSha1: "98:01:9b:ab:30:d5:59:89:a1:37:a9:73:27:eb:de:32:2d:2f:78:2e",
      expiry: "2054-04-08T12:24:24.000Z",
      subject: "emailAddress=a@example.org,CN=\\#one,O=Müller\\, Söhne & Co.,C=DE",
    });
  });

  test("is refused when it cannot be read, whatever it is", () => {
    const lines = foreignCertificate.split("\n");
    expect(readCertificate("")).toBeUndefined();
    expect(readCertificate(lines.slice(1).join("\n"))).toBeUndefined();
    expect(readCertificate(lines.toSpliced(3, 1).join("\n"))).toBeUndefined();
    const body = foreignCertificate.replaceAll(/-----[A-Z ]+-----/g, "");
    const der = Buffer.from(body, "base64");
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(der);
        damaged[at] = byte;
        const facts = readCertificate(
          `-----BEGIN CERTIFICATE-----\n${damaged.toString("base64")}\n-----END CERTIFICATE-----`,
        );
        if (facts)
          expect(facts).toMatchObject({
            subject: expect.any(String),
            expiry: expect.stringMatching(/^[+-]?\d+-\d\d-\d\dT/),
          });
      }),
    );
  });
});

describe("alternative names", () => {
  test.each([
    "a b",
    "-a.example",
    "a..b",
    "*",
    "a.*.b",
    "https://a.example",
    "a.example/x",
    "a.example:80",
    "u@a.example",
    "0x7f.1",
    `${"a.".repeat(127)}aa`,
  ])("may not be %j", (name) => {
    expect(() => parseAlternativeNames(`ok.example,${name}`)).toThrow(new RangeError(name));
  });

  test("of addresses hold their bytes, in every form", () => {
    const octets = (text: string): number[] => parseAlternativeNames(text).flatMap(({ value }) => [...value]);
    expect(octets("::1")).toEqual([...Array<number>(15).fill(0), 1]);
    expect(octets("::ffff:192.0.2.1")).toEqual([...Array<number>(10).fill(0), 255, 255, 192, 0, 2, 1]);
    expect(octets("1:2:3:4:5:6:7:8")).toEqual([0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]);
    expect(octets("fe80::1%eth0")).toEqual([0xfe, 0x80, ...Array<number>(13).fill(0), 1]);
    expect(octets("::")).toEqual(Array<number>(16).fill(0));
    expect(octets("192.0.2.255")).toEqual([192, 0, 2, 255]);
  });
});
