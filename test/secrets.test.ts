/** Secrets planted in a running server, and a look into everything that it answers, records and logs. */
import { expect, test } from "vitest";
import { endpoints } from "../src/identity/resources.ts";
import { operations } from "../src/testing/server/all-operations.ts";
import spec from "../spec/search-operations.json" with { type: "json" };
import { type Answer, startServer, temporaryFolder } from "./server-process.ts";

const ADMIN_TOKEN = "planted-administrators-token";
const SECRETS = {
  administratorPassword: "planted-administrators-password",
  administratorToken: ADMIN_TOKEN,
  password: "planted-password-of-ada",
  wrongPassword: "planted-guess",
  smtpPassword: "planted-smtp-password",
  webhook: "planted-webhook-secret",
  attribute: "planted-attribute-secret",
};
const admin = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** Where a secret is what was asked for; each of these is told to the audit trail. */
const SHOWN = new Set(["core_tokens_view_key", "crypto_certificatekeypairs_view_private_key", "core_users_recovery"]);
/** Those who may change webhooks see where they go; what is an attribute is for whoever may see its user. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  webhook: ["events/transports/"],
  attribute: ["core/users/", "core/groups/", "core/tokens/", "/_security/"],
};

test("are in no list, error, event or log", { timeout: 120_000 }, async () => {
  const server = await startServer(
    [
      "--security",
      "on",
      "--data",
      temporaryFolder(),
      "--log-level",
      "debug",
      "--smtp-host",
      "127.0.0.1",
      "--smtp-port",
      "9",
      "--smtp-from",
      "w@example.org",
      "--smtp-username",
      "w",
    ],
    {
      WARDEX_ADMIN_TOKEN: ADMIN_TOKEN,
      WARDEX_ADMIN_PASSWORD: SECRETS.administratorPassword,
      WARDEX_SMTP_PASSWORD: SECRETS.smtpPassword,
    },
  );
  const ask = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = admin,
  ): Promise<Answer> => server.call(method, path, body, headers);
  const identity = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
    ask(method, `/api/v2beta/${path}`, body, headers);

  // Plant.
  const ada = (
    await identity("POST", "core/users/", { username: "ada", name: "Ada", attributes: { api_key: SECRETS.attribute } })
  ).body.pk;
  await identity("POST", `core/users/${ada}/set_password/`, { password: SECRETS.password });
  await identity("POST", "core/tokens/", { identifier: "adas", user: ada, expiring: false });
  const key: string = (await identity("GET", "core/tokens/adas/view_key/")).body.key;
  const apiKey: string = (await ask("POST", "/_security/api_key", { name: "planted" })).body.api_key;
  const pair = (
    await identity("POST", "crypto/certificatekeypairs/generate/", { common_name: "planted", validity_days: 3 })
  ).body.pk;
  const privateKey: string = (await identity("GET", `crypto/certificatekeypairs/${pair}/view_private_key/`)).body.data;
  const link: string = (await identity("GET", `core/users/${ada}/recovery/`)).body.link;
  const transport = (
    await identity("POST", "events/transports/", {
      name: "hook",
      mode: "webhook",
      webhook_url: `http://user:${SECRETS.webhook}@127.0.0.1:9/${SECRETS.webhook}?t=${SECRETS.webhook}`,
    })
  ).body.pk;
  await identity("POST", `events/transports/${transport}/test/`);
  const mail = (await identity("POST", "events/transports/", { name: "mail", mode: "email" })).body.pk;
  await identity("POST", `events/transports/${mail}/test/`);
  const signedIn = await identity("POST", "auth/sign_in/", { username: "ada", password: SECRETS.password }, {});
  const session = /wardex_session=([\w-]+)/.exec(signedIn.headers.getSetCookie().join())?.[1] ?? "";
  await identity("POST", "auth/sign_in/", { username: "ada", password: SECRETS.wrongPassword }, {});
  await ask("GET", "/", undefined, { authorization: `Basic ${btoa(`ada:${SECRETS.wrongPassword}`)}` });
  await ask("GET", "/", undefined, { authorization: `Bearer ${SECRETS.wrongPassword}` });
  await identity("PATCH", `core/users/${ada}/`, { username: { password: SECRETS.password } });
  await identity("POST", "crypto/certificatekeypairs/", {
    name: "bad",
    certificate_data: privateKey,
    key_data: privateKey,
  });
  await ask("PUT", "/_security/user/bob", { password: SECRETS.password, roles: [], metadata: {} });
  await ask("POST", "/_security/user/bob/_password", { password: SECRETS.password });
  const planted: Record<string, string> = {
    ...SECRETS,
    key,
    apiKey,
    privateKey: privateKey.split("\n")[3] ?? "",
    recovery: new URL(link).searchParams.get("token") ?? "",
    session,
  };
  for (const [name, secret] of Object.entries(planted)) expect(secret.length, name).toBeGreaterThan(10);

  // Look.
  const found: string[] = [];
  const look = (where: string, text: string): void => {
    for (const [name, secret] of Object.entries(planted)) {
      if (text.includes(secret) && !(ALLOWED[name] ?? []).some((part) => where.includes(part)))
        found.push(`${name} in ${where}`);
    }
  };
  const places: Record<string, string> = { id: String(ada), identifier: "adas", kp_uuid: pair, uuid: transport };
  for (const { path, methods } of endpoints) {
    if (!methods.GET || SHOWN.has(methods.GET.id)) continue;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? "none");
    look(filled, (await identity("GET", `${filled}?page_size=1000`)).text);
  }
  for (const { name } of operations) {
    const url = spec.operations
      .find(({ op }) => op === name)
      ?.urls.find(({ methods, path }) => methods.includes("GET") && !/\{(?!index)/.test(path));
    if (url) look(url.path, (await ask("GET", url.path.replace("{index}", ".wardex-*"))).text);
  }
  const events = await ask("GET", "/.wardex-events-*/_search?size=1000");
  expect(events.body.hits.total.value).toBeGreaterThan(15);
  look("the audit trail", events.text);
  expect(await server.stop()).toBe(0);
  look("the log", server.log() + server.output());
  expect(found).toEqual([]);
});
