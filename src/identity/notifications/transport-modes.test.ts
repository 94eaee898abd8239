import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "./message.ts";
import { SmtpReceiver } from "../../testing/identity/receivers.ts";
import { sendEmail, type SmtpSettings, subjectOf } from "./smtp-sender.ts";
import { transportModes } from "./transport-modes.ts";
import { genericBody, slackBody } from "./webhook-body.ts";

const message: Message = {
  severity: "alert",
  body: "Something happened",
  user: { pk: 2, username: "ann", email: "ann@example.org" },
  event: {
    action: "configuration_error",
    app: "wardex.identity.x",
    user: { pk: 3, username: "bob", email: "bob@example.org" },
    context: { message: "Something happened", number: 1, nested: { a: "b" } },
  },
};

test("modes are those of the contract, as people read them", () => {
  expect(transportModes.map(({ name, verbose }) => [name, verbose])).toEqual([
    ["local", "Wardex inbuilt notifications"],
    ["webhook", "Generic Webhook"],
    ["webhook_slack", "Slack Webhook (Slack/Discord)"],
    ["email", "Email"],
  ]);
});

describe("bodies", () => {
  test("the generic one has the documented fields, with and without an event", () => {
    expect(genericBody(message)).toEqual({
      body: "Something happened",
      severity: "alert",
      user_email: "ann@example.org",
      user_username: "ann",
      event_user_email: "bob@example.org",
      event_user_username: "bob",
    });
    expect(genericBody({ ...message, event: undefined })).toMatchObject({
      event_user_email: null,
      event_user_username: null,
    });
  });

  test("Slack's has one attachment with the action, and the texts of the context as fields", () => {
    expect(slackBody(message, "1.2.3")).toEqual({
      username: "authentik",
      attachments: [
        {
          author_name: "Wardex",
          title: "configuration_error",
          text: "configuration_error",
          color: "#fd4b2d",
          fields: [
            { title: "Severity", value: "alert", short: true },
            { title: "Dispatched for user", value: "ann", short: true },
            { title: "message", value: "Something happened" },
          ],
          footer: "Wardex v1.2.3",
        },
      ],
    });
    const plain = slackBody({ ...message, event: undefined }, "1.2.3");
    expect(plain).toMatchObject({ attachments: [{ title: "Something happened" }] });
    expect(JSON.stringify(plain)).not.toContain('"text"');
  });

  test("Slack's stays within the limits of its receivers", () => {
    const context = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`${at}${"n".repeat(300)}`, "v".repeat(2000)]),
    );
    const body = slackBody({ ...message, event: { action: "x", app: "x", user: undefined, context } }, "1");
    const [attachment] = body["attachments"] as { fields: { title: string; value: string }[] }[];
    expect(attachment?.fields).toHaveLength(25);
    expect(attachment?.fields[2]).toEqual({ title: `0${"n".repeat(255)}`, value: "v".repeat(1024) });
  });
});

describe("e-mails", () => {
  let receiver: SmtpReceiver;
  let smtp: SmtpSettings;
  beforeEach(async () => {
    receiver = await SmtpReceiver.open();
    smtp = {
      host: "127.0.0.1",
      port: receiver.port,
      username: undefined,
      password: undefined,
      tls: "off",
      from: "Wardex <wardex@example.org>",
    };
  });
  afterEach(() => receiver.close());

  test("go to the user, with a subject and an id that stays the same", async () => {
    await sendEmail(message, "key-1", smtp);
    expect(receiver.mails).toMatchObject([{ from: "wardex@example.org", to: "ann@example.org" }]);
    const data = receiver.mails[0]?.data ?? "";
    for (const part of [
      "Subject: Wardex Notification: Something happened",
      "Message-ID: <key-1@wardex>",
      "To: ann@example.org",
      "Severity: alert",
      "User: bob",
    ])
      expect(data).toContain(part);
  });

  test("have a subject of one line, cut after 75 characters", () => {
    expect(subjectOf("short")).toBe("Wardex Notification: short");
    expect(subjectOf("x".repeat(75))).toBe(`Wardex Notification: ${"x".repeat(75)}`);
    expect(subjectOf("x".repeat(76))).toBe(`Wardex Notification: ${"x".repeat(75)}..`);
    expect(subjectOf("a\r\nBcc: everyone@example.org")).toBe("Wardex Notification: a Bcc: everyone@example.org");
  });

  test("without settings say which are missing; without an address whose", async () => {
    await expect(sendEmail(message, "k", undefined)).rejects.toThrow("set WARDEX_SMTP_HOST and WARDEX_SMTP_FROM");
    await expect(sendEmail({ ...message, user: { ...message.user, email: "" } }, "k", smtp)).rejects.toThrow(
      "The user ann has no e-mail address",
    );
  });

  test("that the server refuses have failed with its words; a password is never among them", async () => {
    receiver.refuses = true;
    await expect(sendEmail(message, "k", smtp)).rejects.toThrow("550 nobody of this name");
    const error = await sendEmail(message, "k", { ...smtp, username: "me", password: "planted" }).catch(String);
    expect(String(error)).toContain("did not take the message");
    expect(String(error)).not.toContain("planted");
    // What is to be encrypted is not sent in the clear to a server that cannot.
    await expect(sendEmail(message, "k", { ...smtp, tls: "starttls" })).rejects.toThrow("did not take the message");
    expect(receiver.mails).toEqual([]);
  });
});
