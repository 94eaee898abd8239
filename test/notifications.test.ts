/** Notifications from outside: an event, a rule, a webhook and an e-mail, and a server that is killed in between. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { SmtpReceiver, WebhookReceiver } from "../src/testing/identity/receivers.ts";
import { type Answer, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const TOKEN = "token-of-the-notification-tests";
const PATIENCE = { timeout: 30_000, interval: 100 };

let webhook: WebhookReceiver;
let smtp: SmtpReceiver;
beforeAll(async () => {
  webhook = await WebhookReceiver.open();
  smtp = await SmtpReceiver.open();
});
afterAll(async () => {
  await webhook.close();
  await smtp.close();
});

function start(data: string): Promise<ServerProcess> {
  return startServer(["--security", "on", "--threads", "0", "--data", data], {
    WARDEX_ADMIN_TOKEN: TOKEN,
    WARDEX_WEBHOOK_ALLOW_PRIVATE: "true",
    WARDEX_SMTP_HOST: "127.0.0.1",
    WARDEX_SMTP_PORT: String(smtp.port),
    WARDEX_SMTP_TLS: "off",
    WARDEX_SMTP_FROM: "Wardex <wardex@example.org>",
  });
}

function callOf(server: ServerProcess): (method: string, path: string, body?: unknown) => Promise<Answer> {
  return (method, path, body) => server.call(method, `/api/v2beta/${path}`, body, { authorization: `Bearer ${TOKEN}` });
}

test(
  "an event reaches the members of a group by all ways, also when the server is killed on the way",
  { timeout: 120_000 },
  async () => {
    const data = temporaryFolder();
    let server = await start(data);
    let call = callOf(server);
    const made = async (path: string, body: unknown): Promise<string> => {
      const answer = await call("POST", path, body);
      expect([answer.status, answer.text]).toEqual([201, answer.text]);
      return answer.body.pk;
    };
    const ann = await made("core/users/", { username: "ann", name: "Ann", email: "ann@example.org" });
    const group = await made("core/groups/", { name: "readers", users: [ann] });
    const hook = await made("events/transports/", { name: "hook", mode: "webhook", webhook_url: webhook.url() });
    const mail = await made("events/transports/", { name: "mail", mode: "email" });
    const rule = await made("events/rules/", { name: "created", group, severity: "alert", transports: [hook, mail] });
    const policy = await made("policies/event_matcher/", {
      name: "created",
      action: "model_created",
      app: "wardex.identity.core.tokens",
    });
    await made("policies/bindings/", { target: rule, policy, order: 0 });

    // The webhook does not answer: the server dies while the delivery is under way.
    webhook.status = undefined;
    await made("core/tokens/", { identifier: "first" });
    await expect.poll(() => webhook.calls.length, PATIENCE).toBe(1);
    await expect.poll(() => smtp.mails.length, PATIENCE).toBe(1);
    await server.kill();
    webhook.status = 204;
    server = await start(data);
    call = callOf(server);
    await expect.poll(() => webhook.calls.length, PATIENCE).toBe(2);
    const [one, again] = webhook.calls;
    expect(again?.body).toEqual(one?.body);
    expect(again?.headers["idempotency-key"]).toBe(one?.headers["idempotency-key"]);
    expect(one?.body).toMatchObject({
      severity: "alert",
      user_username: "ann",
      user_email: "ann@example.org",
      event_user_username: "admin",
    });
    expect(smtp.mails[0]).toMatchObject({ to: "ann@example.org" });

    // 64 events at once.
    webhook.calls.length = 0;
    await Promise.all(Array.from({ length: 64 }, (_, at) => made("core/tokens/", { identifier: `token-${at}` })));
    await expect.poll(() => webhook.calls.length, PATIENCE).toBe(64);
    await expect.poll(() => smtp.mails.length, PATIENCE).toBe(65);
    expect(new Set(webhook.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(64);

    // Each of them stands in Ann's list, and in nobody else's.
    await call("POST", `core/users/${ann}/set_password/`, { password: "of ann" });
    const anns = { authorization: `Basic ${Buffer.from("ann:of ann").toString("base64")}` };
    expect((await server.call("GET", "/api/v2beta/events/notifications/", undefined, anns)).body.count).toBe(65);
    expect((await call("GET", "events/notifications/")).body.count).toBe(0);
    const tasks: { task_name: string; status: string }[] = (await call("GET", "admin/system_tasks/")).body;
    expect(tasks.map(({ task_name }) => task_name)).toEqual([
      "certificate_expiry_watch",
      "clean_expired_models",
      "event_retention",
      "merge",
      "notification_transport",
    ]);
    expect(await server.stop()).toBe(0);
  },
);
