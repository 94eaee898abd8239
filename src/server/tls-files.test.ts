import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TlsMaterial } from "../http/tls.ts";
import { parseAlternativeNames } from "../identity/certificates/alternative-names.ts";
import { selfSigned } from "../identity/certificates/self-signed.ts";
import { SettingError } from "./setting.ts";
import { endOf, readTls, type TlsFiles, watchTls } from "./tls-files.ts";
import { authority, signedCertificate, signedKey, signedKeyPassphrase } from "../testing/server/tls.ts";

const folder = mkdtempSync(join(tmpdir(), "wardex-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, `${Math.random()}.pem`);
  writeFileSync(path, text);
  return path;
}

interface Pair {
  readonly certificate: string;
  readonly privateKey: string;
}

let pairs: [Pair, Pair];
beforeAll(async () => {
  const order = {
    commonName: "localhost",
    alternativeNames: parseAlternativeNames("localhost"),
    validityDays: 9,
    nowMs: Date.now(),
    forServers: true,
  };
  pairs = await Promise.all([selfSigned(order), selfSigned(order)]);
});

const filesOf = (certificate: string, key: string, more: Partial<TlsFiles> = {}): TlsFiles => ({
  certificate: file(certificate),
  key: file(key),
  ca: undefined,
  passphrase: undefined,
  ...more,
});

describe("the files of a certificate", () => {
  test("are served as they are", () => {
    const [{ certificate, privateKey }] = pairs;
    const material = readTls(filesOf(certificate, privateKey));
    expect(material).toEqual({ certificate, key: privateKey, passphrase: undefined });
    expect(endOf(material).getTime()).toBeGreaterThan(Date.now() + 8 * 24 * 60 * 60 * 1000);
  });

  test("lead to the authority by --tls-ca, or by what stands behind the certificate; once", () => {
    const chain = `${signedCertificate}\n${authority}\n`;
    const passphrase = signedKeyPassphrase;
    expect(readTls(filesOf(signedCertificate, signedKey, { passphrase, ca: file(authority) })).certificate).toBe(chain);
    expect(readTls(filesOf(chain, signedKey, { passphrase, ca: file(authority) })).certificate).toBe(chain);
    expect(readTls(filesOf(chain, signedKey, { passphrase })).certificate).toBe(chain);
  });

  const refused: [string, () => TlsFiles, RegExp][] = [
    [
      "a key of another certificate",
      () => filesOf(pairs[0].certificate, pairs[1].privateKey),
      /is not that of the certificate/,
    ],
    ["a file that is not there", () => ({ ...filesOf("", ""), certificate: "/nowhere.crt" }), /\/nowhere\.crt/],
    ["no certificate", () => filesOf(pairs[0].privateKey, pairs[0].privateKey), /holds no certificate/],
    [
      "a broken certificate",
      () => filesOf(pairs[0].certificate.replace("MII", "AAA"), pairs[0].privateKey),
      /certificate .* cannot be read/,
    ],
    ["no key", () => filesOf(pairs[0].certificate, pairs[0].certificate), /key .* cannot be read/],
    ["an encrypted key", () => filesOf(signedCertificate, signedKey), /WARDEX_TLS_KEY_PASSPHRASE/],
    [
      "a wrong passphrase",
      () => filesOf(signedCertificate, signedKey, { passphrase: "close sesame" }),
      /key .* cannot be read/,
    ],
    [
      "an authority of others",
      () => filesOf(pairs[0].certificate, pairs[0].privateKey, { ca: file(authority) }),
      /no certificate in .* signed the one in/,
    ],
  ];
  test.each(refused)("with %s are refused in a sentence", (_what, files, words) => {
    const reading = (): unknown => readTls(files());
    expect(reading).toThrow(SettingError);
    expect(reading).toThrow(words);
  });
});

describe.each([
  ["told of changes", { pollMs: 3_600_000, settleMs: 20 }],
  ["looking from time to time", { pollMs: 20, settleMs: 5 }],
])("a watch that is %s", (_how, times) => {
  test("hears of another certificate once, keeps silent of a bad one but for the log, and goes on", async () => {
    const files = filesOf(pairs[0].certificate, pairs[0].privateKey);
    const heard: TlsMaterial[] = [];
    const logged: string[] = [];
    const watch = watchTls(files, {
      changed: (material) => heard.push(material),
      log: (level, message) => logged.push(`${level} ${message}`),
      ...times,
    });
    onTestFinished(() => watch.close());
    writeFileSync(files.key, "no key");
    await expect
      .poll(() => logged, { timeout: 10_000 })
      .toEqual([expect.stringMatching(/^error the certificate was not renewed, .*key .* cannot be read/)]);
    expect(heard).toEqual([]);
    const next = `${files.certificate}.new`;
    writeFileSync(next, pairs[1].certificate);
    writeFileSync(files.key, pairs[1].privateKey);
    renameSync(next, files.certificate);
    await expect.poll(() => heard.at(-1)?.certificate, { timeout: 10_000 }).toBe(pairs[1].certificate);
    expect(heard).toHaveLength(1);
  });
});
