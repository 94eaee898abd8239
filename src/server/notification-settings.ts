/** Settings by which notifications leave the server. */
import { type NameTable, nameTable } from "../core/names.ts";
import { SettingError, type ServerSetting } from "./setting.ts";
import type { NotificationSettings } from "../identity/notifications/sender-settings.ts";
import type { SmtpSettings } from "../identity/notifications/smtp-sender.ts";

export const notificationServerSettings: readonly ServerSetting[] = [
  {
    flag: "smtp-host",
    environment: "WARDEX_SMTP_HOST",
    default: "",
    help: "SMTP server for notifications by e-mail; empty: none are sent",
  },
  {
    flag: "smtp-port",
    environment: "WARDEX_SMTP_PORT",
    default: "",
    help: "its port; empty: 587, 465 with implicit TLS, 25 without TLS",
  },
  {
    flag: "smtp-username",
    environment: "WARDEX_SMTP_USERNAME",
    default: "",
    help: "user to sign in with; empty: without signing in",
  },
  { flag: "smtp-password", environment: "WARDEX_SMTP_PASSWORD", default: "", help: "its password", secret: true },
  { flag: "smtp-tls", environment: "WARDEX_SMTP_TLS", default: "starttls", help: "starttls, implicit or off" },
  {
    flag: "smtp-from",
    environment: "WARDEX_SMTP_FROM",
    default: "",
    help: "address of the sender (Wardex <wardex@example.org>); needed with a server",
  },
  {
    flag: "webhook-allow-private",
    environment: "WARDEX_WEBHOOK_ALLOW_PRIVATE",
    default: "false",
    help: "true: webhooks may go to private, loopback and link-local addresses too",
  },
];

const TLS: readonly SmtpSettings["tls"][] = ["starttls", "implicit", "off"];
const PORTS: Readonly<Record<SmtpSettings["tls"], number>> = { starttls: 587, implicit: 465, off: 25 };
const MOST_PORT = 65_535;
/** The settings file writes booleans as on and off. */
const BOOLEANS: NameTable<boolean> = nameTable({ true: true, on: true, false: false, off: false, "": false });

/** Checks and converts; throws SettingError. */
export function toNotificationSettings(value: (flag: string) => string): NotificationSettings {
  const webhookAllowPrivate = BOOLEANS[value("webhook-allow-private")];
  if (webhookAllowPrivate === undefined)
    throw new SettingError(`--webhook-allow-private must be true or false, not [${value("webhook-allow-private")}]`);
  const host = value("smtp-host");
  return { smtp: host === "" ? undefined : smtpSettings(host, value), webhookAllowPrivate };
}

function smtpSettings(host: string, value: (flag: string) => string): SmtpSettings {
  const tls = TLS.find((one) => one === value("smtp-tls"));
  if (tls === undefined) throw new SettingError(`--smtp-tls must be ${TLS.join(", ")}, not [${value("smtp-tls")}]`);
  const portText = value("smtp-port");
  const port = portText === "" ? PORTS[tls] : Number(portText);
  if (!/^\d*$/.test(portText) || port < 1 || port > MOST_PORT)
    throw new SettingError(`--smtp-port must be a number from 1 to ${MOST_PORT}, not [${portText}]`);
  const from = value("smtp-from");
  if (!/@/.test(from))
    throw new SettingError("--smtp-from must be the address of the sender when there is an --smtp-host");
  const username = value("smtp-username") || undefined;
  return { host, port, tls, from, username, password: username === undefined ? undefined : value("smtp-password") };
}
