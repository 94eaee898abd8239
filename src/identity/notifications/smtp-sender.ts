/** Sends notifications by e-mail, over the SMTP server of the settings. */
import { DeliveryError } from "./delivery-error.ts";
import type { Message } from "./message.ts";

/** The SMTP server. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** Undefined: nobody signs in. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** `implicit` speaks TLS from the first byte, `starttls` insists on changing to it, `off` never does. */
  readonly tls: "starttls" | "implicit" | "off";
  /** Address of the sender. */
  readonly from: string;
}

const TIMEOUT_MS = 10_000;
const LONGEST_SUBJECT_BODY = 75;

/** Sends one message; `key` stays the same when it is sent again. Throws DeliveryError. */
export async function sendEmail(
  message: Message,
  key: string,
  smtp: SmtpSettings | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (!smtp) throw new DeliveryError("No e-mail can be sent: set WARDEX_SMTP_HOST and WARDEX_SMTP_FROM.");
  if (message.user.email === "") throw new DeliveryError(`The user ${message.user.username} has no e-mail address.`);
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls === "implicit",
    requireTLS: smtp.tls === "starttls",
    ignoreTLS: smtp.tls === "off",
    ...(smtp.username === undefined ? {} : { auth: { user: smtp.username, pass: smtp.password ?? "" } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const giveUp = (): void => transport.close();
  signal?.addEventListener("abort", giveUp);
  try {
    await transport.sendMail({
      from: smtp.from,
      to: message.user.email,
      subject: subjectOf(message.body),
      text: textOf(message),
      messageId: `<${key}@wardex>`,
    });
  } catch (error) {
    throw new DeliveryError(`The SMTP server ${smtp.host} did not take the message: ${reasonOf(error)}`);
  } finally {
    signal?.removeEventListener("abort", giveUp);
    transport.close();
  }
}

/** One line, cut as authentik cuts it. */
export function subjectOf(body: string): string {
  const line = body.replaceAll(/[\r\n]+/g, " ");
  return `Wardex Notification: ${line.length > LONGEST_SUBJECT_BODY ? `${line.slice(0, LONGEST_SUBJECT_BODY)}..` : line}`;
}

function textOf({ body, severity, event }: Message): string {
  const about = event
    ? [`Action: ${event.action}`, `Application: ${event.app}`, ...(event.user ? [`User: ${event.user.username}`] : [])]
    : [];
  return [body, "", `Severity: ${severity}`, ...about, "", "Sent by Wardex.", ""].join("\n");
}

/** A code, and the server's own words where there are some. They answer commands that hold no password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const code = "code" in error && typeof error.code === "string" ? error.code : "error";
  // The answer to signing in may repeat what was sent.
  const response =
    code !== "EAUTH" && "response" in error && typeof error.response === "string"
      ? ` (${error.response.slice(0, 200)})`
      : "";
  return `${code}${response}`;
}
