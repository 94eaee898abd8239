import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../core/json.ts";
import { foreignCertificate } from "../../../testing/identity/certificates.ts";
import { expiringCertificates } from "../../certificates/expiring.ts";
import { selfSigned } from "../../certificates/self-signed.ts";
import { openEngineRecordStore } from "../../records/engine-identity-index.ts";
import { startTestEngine } from "../../../testing/identity/engine.ts";
import { TestIdentity } from "../../../testing/identity/identity.ts";
import { putRecord } from "../../records/put-record.ts";
import { assignRoles } from "../../directory/roles.ts";
import { stringOf } from "../../records/stored-values.ts";

const PAIRS = "crypto/certificatekeypairs/";
let own: { certificate: string; privateKey: string };
let other: { certificate: string; privateKey: string };

beforeAll(async () => {
  const order = { alternativeNames: [], validityDays: 30, nowMs: Date.UTC(2026, 0, 1) };
  own = await selfSigned({ ...order, commonName: "own" });
  other = await selfSigned({ ...order, commonName: "other", validityDays: 10 });
});

/** The lines of a key that are secret. */
function secretOf(pem: string): string {
  return pem.split("\n")[5] ?? "";
}

for (const form of ["in memory", "over the engine"] as const) {
  describe(`certificate key pairs ${form}`, () => {
    let t: TestIdentity;
    beforeEach(async () => {
      t =
        form === "in memory"
          ? await TestIdentity.open()
          : await TestIdentity.open(async () => openEngineRecordStore(await startTestEngine()));
    });
    const pair = async (name: string, more: JsonObject = {}): Promise<string> => {
      const made = await t.call("POST", PAIRS, {
        body: { name, certificate_data: own.certificate, key_data: own.privateKey, ...more },
      });
      expect(made.text).toMatch(/^\{"pk":/);
      return stringOf(made.object, "pk");
    };

    test("are created, shown, replaced, changed in part and deleted, without what they hold", async () => {
      const made = await t.call("POST", PAIRS, { body: { name: "one", certificate_data: foreignCertificate } });
      expect(made).toMatchObject({
        status: 201,
        body: {
          name: "one",
          fingerprint:
            "ab:37:e9:f7:9d:95:5e:4f:53:5c:63:04:0d:2c:f2:db:c7:dc:bb:37:42:59:9d:d9:8e:7e:46:8a:3a:ea:b6:d8",
          fingerprint_sha1: "98:01:9b:ab:30:d5:59:89:a1:37:a9:73:27:eb:de:32:2d:2f:78:2e",
          cert_expiry: "2054-04-08T12:24:24.000Z",
          cert_subject: "emailAddress=a@example.org,CN=\\#one,O=Müller\\, Söhne & Co.,C=DE",
          private_key_available: false,
        },
      });
      const path = `${PAIRS}${stringOf(made.object, "pk")}/`;
      expect(made.object["fingerprint_sha256"]).toBe(made.object["fingerprint"]);
      expect(Object.keys(made.object)).not.toContain("certificate_data");
      expect((await t.call("GET", path)).body).toEqual(made.body);
      expect((await t.call("PUT", path, { body: { name: "two" } })).body).toEqual({
        certificate_data: ["This field is required."],
      });
      const body = { name: "two", certificate_data: own.certificate, key_data: own.privateKey };
      expect((await t.call("PUT", path, { body })).body).toMatchObject({
        name: "two",
        cert_subject: "CN=own,OU=Self-signed,O=Wardex",
        private_key_available: true,
      });
      expect((await t.call("PATCH", path, { body: { name: "three" } })).body).toMatchObject({
        name: "three",
        private_key_available: true,
      });
      expect((await t.call("PATCH", path, { body: { key_data: "" } })).body).toMatchObject({
        private_key_available: false,
      });
      expect((await t.call("DELETE", path)).status).toBe(204);
      expect((await t.call("GET", path)).status).toBe(404);
      expect((await t.call("GET", `${PAIRS}zz/`)).status).toBe(404);
    });

    test("have a key that belongs to the certificate", async () => {
      const wrong = { key_data: ["The private key does not belong to the certificate."] };
      expect(
        (
          await t.call("POST", PAIRS, {
            body: { name: "x", certificate_data: own.certificate, key_data: other.privateKey },
          })
        ).body,
      ).toEqual(wrong);
      const path = `${PAIRS}${await pair("one")}/`;
      expect((await t.call("PATCH", path, { body: { key_data: other.privateKey } })).body).toEqual(wrong);
      expect((await t.call("PATCH", path, { body: { certificate_data: other.certificate } })).body).toEqual({
        certificate_data: ["The certificate does not belong to the private key."],
      });
      const both = { certificate_data: other.certificate, key_data: other.privateKey };
      expect((await t.call("PATCH", path, { body: both })).body).toMatchObject({
        cert_subject: "CN=other,OU=Self-signed,O=Wardex",
      });
      expect((await t.call("PATCH", path, { body: { key_data: "", certificate_data: own.certificate } })).status).toBe(
        200,
      );
    });

    test("are refused where PEM cannot be read", async () => {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const locked = privateKey
        .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
        .toString();
      for (const key_data of ["x", locked, own.certificate, own.privateKey.slice(0, -100)])
        expect(
          (await t.call("POST", PAIRS, { body: { name: "x", certificate_data: own.certificate, key_data } })).body,
        ).toEqual({
          key_data: ["Unable to load private key."],
        });
      for (const certificate_data of ["x", own.certificate.slice(0, -100)])
        expect((await t.call("POST", PAIRS, { body: { name: "x", certificate_data } })).body).toEqual({
          certificate_data: ["Unable to load certificate."],
        });
      expect(
        (await t.call("POST", PAIRS, { body: { name: "x", certificate_data: own.certificate + own.privateKey } })).body,
      ).toEqual({
        certificate_data: ["The private key does not belong here, but into key_data."],
      });
    });

    test("are limited in length, and what is senseless costs no time", async () => {
      const body = {
        name: "x",
        certificate_data: "-----BEGIN CERTIFICATE-----".repeat(37_000),
        key_data: "-----BEGIN PRIVATE KEY-----".repeat(3_700),
      };
      const unreadable = {
        certificate_data: ["Unable to load certificate."],
        key_data: ["Unable to load private key."],
      };
      // Each beginning looked at from the others would be a minute.
      const before = performance.now();
      expect((await t.call("POST", PAIRS, { body: body })).status).toBe(400);
      expect(performance.now() - before).toBeLessThan(10_000);
      expect(
        (await t.call("POST", PAIRS, { body: { ...body, certificate_data: "-----BEGIN CERTIFICATE-----".repeat(10) } }))
          .body,
      ).toMatchObject(unreadable);
      expect(
        (
          await t.call("POST", PAIRS, {
            body: { ...body, certificate_data: "x".repeat(1_000_001), key_data: "x".repeat(100_001) },
          })
        ).body,
      ).toEqual({
        certificate_data: ["Ensure this field has no more than 1000000 characters."],
        key_data: ["Ensure this field has no more than 100000 characters."],
      });
    });

    test("take a key whose lines were moved, and keep it whole", async () => {
      const indented = own.privateKey.replaceAll(/^/gm, "\t ").replaceAll("\n", " \r\n");
      const path = `${PAIRS}${await pair("one", { key_data: indented })}/`;
      expect(stringOf((await t.call("GET", `${path}view_private_key/`)).object, "data")).toBe(own.privateKey.trim());
    });

    test("have names of their own", async () => {
      await pair("one");
      const taken = { name: ["certificate-key pair with this name already exists."] };
      expect((await t.call("POST", PAIRS, { body: { name: "one", certificate_data: own.certificate } })).body).toEqual(
        taken,
      );
      const second = await pair("two");
      expect((await t.call("PATCH", `${PAIRS}${second}/`, { body: { name: "one" } })).body).toEqual(taken);
    });

    test("are listed by filters, search and order", async () => {
      await pair("beta");
      await pair("alpha", { key_data: "", certificate_data: other.certificate });
      const names = async (query: string): Promise<unknown[]> => {
        const { results } = (await t.call("GET", `${PAIRS}?${query}`)).object;
        return Array.isArray(results) ? results.map((one) => stringOf(one as JsonObject, "name")) : [];
      };
      expect(await names("")).toEqual(["alpha", "beta"]);
      expect(await names("has_key=true")).toEqual(["beta"]);
      expect(await names("has_key=false")).toEqual(["alpha"]);
      expect(await names("name=beta")).toEqual(["beta"]);
      expect(await names("search=ALP")).toEqual(["alpha"]);
      expect(await names("ordering=-cert_expiry")).toEqual(["beta", "alpha"]);
    });

    test("are shown in parts, which the audit trail tells of", async () => {
      const pk = await pair("one");
      t.events.length = 0;
      expect((await t.call("GET", `${PAIRS}${pk}/view_certificate/`)).body).toEqual({ data: own.certificate.trim() });
      expect((await t.call("GET", `${PAIRS}${pk}/view_private_key/`)).body).toEqual({ data: own.privateKey.trim() });
      const secret = {
        app: "authentik_crypto",
        model_name: "certificatekeypair",
        pk: pk.replaceAll("-", ""),
        name: "one",
      };
      expect(t.events).toMatchObject([
        { action: "secret_view", context: { secret, type: "certificate" } },
        { action: "secret_view", context: { secret, type: "private_key" } },
      ]);
      await t.call("PATCH", `${PAIRS}${pk}/`, { body: { key_data: "" } });
      expect((await t.call("GET", `${PAIRS}${pk}/view_private_key/`)).body).toEqual({ data: "" });
    });

    test("show no key anywhere else: not in answers, lists, events, logs or records", async () => {
      const pk = await pair("one");
      const secret = secretOf(own.privateKey);
      expect(secret).toHaveLength(64);
      const seen = [
        (await t.call("GET", `${PAIRS}?search=${encodeURIComponent(secret)}`)).text,
        (await t.call("GET", `${PAIRS}${pk}/`)).text,
        (await t.call("PATCH", `${PAIRS}${pk}/`, { body: { key_data: own.privateKey } })).text,
        (await t.call("PATCH", `${PAIRS}${pk}/`, { body: { name: "", key_data: own.privateKey } })).text,
        (
          await t.call("PATCH", `${PAIRS}${pk}/`, {
            body: { certificate_data: own.privateKey, key_data: `${own.privateKey}x` },
          })
        ).text,
        JSON.stringify(await t.identity.store.get(`certificate:${pk}`)),
        JSON.stringify(t.events),
        JSON.stringify(t.logged),
      ];
      for (const text of seen) expect(text).not.toContain(secret);
      expect(seen[5]).toContain("key_sealed");
    });

    test("are made by the server, with a key that fits", async () => {
      const body = { common_name: "made", subject_alt_name: "a.example, 10.0.0.1", validity_days: 7 };
      const made = await t.call("POST", `${PAIRS}generate/`, { body });
      expect(made).toMatchObject({
        status: 200,
        body: { name: "made", cert_subject: "CN=made,OU=Self-signed,O=Wardex", private_key_available: true },
      });
      expect(made.object["cert_expiry"]).toBe("2026-01-08T00:00:00.000Z");
      const path = `${PAIRS}${stringOf(made.object, "pk")}/`;
      const certificate = new X509Certificate(
        stringOf((await t.call("GET", `${path}view_certificate/`)).object, "data"),
      );
      expect(certificate.subjectAltName).toBe("DNS:a.example, IP Address:10.0.0.1");
      const key = stringOf((await t.call("GET", `${path}view_private_key/`)).object, "data");
      expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
      expect((await t.call("POST", `${PAIRS}generate/`, { body })).body).toEqual({
        common_name: ["certificate-key pair with this name already exists."],
      });
      expect(t.events.map(({ action }) => action)).toContain("model_created");
    });
  });
}

describe("an order for a certificate", () => {
  test.each([
    [{}, { common_name: ["This field is required."], validity_days: ["This field is required."] }],
    [
      { common_name: "", validity_days: 0 },
      {
        common_name: ["This field may not be blank."],
        validity_days: ["Ensure this value is greater than or equal to 1."],
      },
    ],
    [
      { common_name: "x", validity_days: 36_501 },
      { validity_days: ["Ensure this value is less than or equal to 36500."] },
    ],
    [{ common_name: "x", validity_days: "1.5" }, { validity_days: ["A valid integer is required."] }],
    [
      { common_name: "x".repeat(65), validity_days: "7" },
      { common_name: ["Ensure this field has no more than 64 characters."] },
    ],
    [
      { common_name: "x", validity_days: 1, subject_alt_name: "a b" },
      { subject_alt_name: ["“a b” is not the name of a host, nor an address."] },
    ],
  ])("%j is refused", async (body, errors) => {
    const t = await TestIdentity.open();
    expect(await t.call("POST", `${PAIRS}generate/`, { body })).toMatchObject({ status: 400, body: errors });
  });
});

test("certificates that end soon are told, the first to end first", async () => {
  const t = await TestIdentity.open();
  for (const [name, certificate_data] of [
    ["later", own.certificate],
    ["soon", other.certificate],
    ["far", foreignCertificate],
  ] as const)
    await t.call("POST", PAIRS, { body: { name, certificate_data } });
  const names = async (atMs: number): Promise<string[]> =>
    (await expiringCertificates(t.identity.store, atMs)).map(({ fields }) => stringOf(fields, "name"));
  expect(await names(Date.UTC(2026, 0, 11))).toEqual([]);
  expect(await names(Date.UTC(2026, 0, 12))).toEqual(["soon"]);
  expect(await names(Date.UTC(2027, 0, 1))).toEqual(["soon", "later"]);
});

test("who is no superuser needs a permission for each part", async () => {
  const t = await TestIdentity.open();
  const made = await t.call("POST", PAIRS, {
    body: { name: "one", certificate_data: own.certificate, key_data: own.privateKey },
  });
  const path = `${PAIRS}${stringOf(made.object, "pk")}/`;
  const user = await t.user("helper");
  const as = await t.token(user);
  const statuses = async (): Promise<number[]> => {
    const answers = [];
    for (const [method, to] of [
      ["GET", path],
      ["GET", `${path}view_certificate/`],
      ["GET", `${path}view_private_key/`],
      ["PATCH", path],
      ["POST", `${PAIRS}generate/`],
    ] as const)
      answers.push((await t.call(method, to, { as, ...(method === "GET" ? {} : { body: {} }) })).status);
    return answers;
  };
  const grant = async (...privileges: string[]): Promise<void> => {
    const fields = {
      name: "helper",
      cluster: [],
      indices: [],
      applications: [{ application: "wardex", privileges, resources: ["*"] }],
    };
    await putRecord(t.identity.store, { id: "role:helper", model: "role", fields });
    await assignRoles(t.identity.store, `user:${user}`, ["helper"]);
  };
  expect(await statuses()).toEqual([404, 404, 404, 403, 403]);
  expect((await t.call("GET", PAIRS, { as })).object["count"]).toBe(0);
  await grant("view_certificatekeypair");
  expect(await statuses()).toEqual([200, 403, 403, 403, 403]);
  await grant("view_certificatekeypair", "view_certificatekeypair_certificate");
  expect(await statuses()).toEqual([200, 200, 403, 403, 403]);
  await grant(
    "view_certificatekeypair",
    "view_certificatekeypair_key",
    "add_certificatekeypair",
    "change_certificatekeypair",
  );
  expect(await statuses()).toEqual([200, 403, 200, 200, 400]);
});
