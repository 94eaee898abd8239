import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebhookReceiver } from "../../testing/identity/receivers.ts";
import { callWebhook, maskedUrl, type WebhookOptions } from "./webhook-request.ts";

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.open();
});
afterEach(() => receiver.close());

const privateToo: WebhookOptions = { allowPrivate: true, timeoutMs: 2000, userAgent: "wardex/test" };
const publicOnly: WebhookOptions = { ...privateToo, allowPrivate: false };
const call = (url: string): { url: string; body: string; idempotencyKey: string } => ({
  url,
  body: '{"a":1}',
  idempotencyKey: "key-1",
});

describe("a webhook", () => {
  test("gets the body as JSON, with a key that tells repeats", async () => {
    expect(await callWebhook(call(receiver.url("/hook?x=1")), privateToo)).toBe(204);
    expect(receiver.calls).toMatchObject([
      {
        path: "/hook?x=1",
        body: { a: 1 },
        headers: { "content-type": "application/json", "idempotency-key": "key-1", "user-agent": "wardex/test" },
      },
    ]);
  });

  test("that answers with an error or a redirect has failed; the answer is not repeated, the redirect not followed", async () => {
    for (const status of [400, 404, 500, 503]) {
      receiver.status = status;
      await expect(callWebhook(call(receiver.url()), privateToo)).rejects.toThrow(
        `http://127.0.0.1:${receiver.port}/… answered with status ${status}.`,
      );
    }
    receiver.status = 302;
    await expect(callWebhook(call(receiver.url()), privateToo)).rejects.toThrow("a redirect, which is not followed");
    expect(receiver.calls.every(({ path }) => path === "/hook")).toBe(true);
  });

  test("that does not answer in time has failed", async () => {
    receiver.status = undefined;
    await expect(callWebhook(call(receiver.url()), { ...privateToo, timeoutMs: 50 })).rejects.toThrow(
      "did not answer within 0.05 seconds",
    );
  });

  test("that is not there has failed, and says so with a code", async () => {
    const url = receiver.url();
    await receiver.close();
    await expect(callWebhook(call(url), privateToo)).rejects.toThrow("cannot be reached: ECONNREFUSED");
    receiver = await WebhookReceiver.open();
  });

  test("is given up when the server closes", async () => {
    receiver.status = undefined;
    const closing = new AbortController();
    const calling = callWebhook({ ...call(receiver.url()), signal: closing.signal }, privateToo);
    await expect.poll(() => receiver.waiting).toBe(1);
    closing.abort();
    await expect(calling).rejects.toThrow();
    await expect(callWebhook({ ...call(receiver.url()), signal: closing.signal }, privateToo)).rejects.toThrow();
    expect(receiver.calls).toHaveLength(1);
  });
});

describe("addresses that are not public", () => {
  test.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "localhost",
  ])("%s is refused before anything is sent", async (host) => {
    await expect(callWebhook(call(`http://${host}:${receiver.port}/hook`), publicOnly)).rejects.toThrow(
      "is not a public address",
    );
    expect(receiver.calls).toEqual([]);
  });

  test("are refused when they are one of the addresses of a name", async () => {
    const resolve = (): Promise<{ address: string; family: number }[]> =>
      Promise.resolve([
        { address: "1.1.1.1", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ]);
    await expect(callWebhook(call("http://mixed.example/"), { ...publicOnly, resolve })).rejects.toThrow(
      "mixed.example is not a public address",
    );
  });

  test("cannot come in by a name that answers otherwise the second time: it is looked up once, and that address is connected to", async () => {
    let lookups = 0;
    const resolve = (): Promise<{ address: string; family: number }[]> => {
      lookups++;
      return Promise.resolve([{ address: lookups === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }]);
    };
    // No resolver of the system knows the name: only the address that was looked up here can lead to the receiver.
    expect(await callWebhook(call(`http://rebound.invalid:${receiver.port}/hook`), { ...privateToo, resolve })).toBe(
      204,
    );
    expect(lookups).toBe(1);
    expect(receiver.calls[0]?.headers.host).toBe(`rebound.invalid:${receiver.port}`);
  });

  test("other schemes, and what is no address, are refused", async () => {
    for (const url of ["ftp://1.1.1.1/", "file:///etc/passwd", "gopher://1.1.1.1/", "nonsense", ""])
      await expect(callWebhook(call(url), privateToo)).rejects.toThrow("not one of http or https");
  });
});

test("secrets of an address stand in no message", async () => {
  expect(maskedUrl("https://user:pass@hooks.example:8443/services/T0/SECRET?token=SECRET")).toBe(
    "https://hooks.example:8443/…",
  );
  receiver.status = 500;
  const error = await callWebhook(
    call(`http://user:SECRET@127.0.0.1:${receiver.port}/SECRET?SECRET`),
    privateToo,
  ).catch(String);
  expect(String(error)).not.toContain("SECRET");
  expect(String(error)).not.toContain("a secret of the receiver");
});
