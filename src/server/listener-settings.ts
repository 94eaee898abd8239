/**
 * Settings of the listener beside host and port: TLS, the proxies in front, and the address by which others reach it.
 */
import { TrustedProxies } from "../http/trusted-proxies.ts";
import { type ServerSetting, SettingError } from "./setting.ts";
import type { TlsFiles } from "./tls-files.ts";

export const listenerServerSettings: readonly ServerSetting[] = [
  {
    flag: "tls-certificate",
    environment: "WARDEX_TLS_CERTIFICATE",
    default: "",
    help: "file of the certificate (PEM): serves HTTPS, and nothing else",
  },
  { flag: "tls-key", environment: "WARDEX_TLS_KEY", default: "", help: "file of its private key (PEM)" },
  {
    flag: "tls-ca",
    environment: "WARDEX_TLS_CA",
    default: "",
    help: "file of the certificates (PEM) that lead from ours to its authority, sent along with it; empty: those behind ours in its file",
  },
  {
    flag: "tls-key-passphrase",
    environment: "WARDEX_TLS_KEY_PASSPHRASE",
    default: "",
    help: "opens an encrypted key",
    secret: true,
  },
  {
    flag: "allow-plain-http",
    environment: "WARDEX_ALLOW_PLAIN_HTTP",
    default: "off",
    help: "on: addresses that other machines reach are served without TLS, too",
  },
  {
    flag: "trusted-proxies",
    environment: "WARDEX_TRUSTED_PROXIES",
    default: "",
    help: "addresses and networks (10.0.0.0/8,fd00::/8) whose X-Forwarded-For and X-Forwarded-Proto count; empty: nobody's do",
  },
  {
    flag: "public-url",
    environment: "WARDEX_PUBLIC_URL",
    default: "",
    help: "scheme, host and port (https://search.example.org) in recovery links; empty: the address where the request came in",
  },
];

/** What the listener is started with. */
export interface ListenerSettings {
  /** Undefined: plain HTTP. */
  readonly tls: TlsFiles | undefined;
  readonly proxies: TrustedProxies;
  /** Without a slash behind it. */
  readonly publicUrl: string | undefined;
}

/** Addresses that only this machine reaches. */
export const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/;

/** Checks and converts; throws SettingError. `named` says how whoever gave the settings calls them. */
export function toListenerSettings(
  value: (flag: string) => string,
  host: string,
  named: (flag: string) => string = flagName,
): ListenerSettings {
  const plain = value("allow-plain-http");
  if (plain !== "on" && plain !== "off")
    throw new SettingError(`${named("allow-plain-http")} must be on or off, not [${plain}]`);
  const tls = tlsFiles(value, named);
  if (!tls && plain === "off" && !LOOPBACK.test(host)) {
    throw new SettingError(
      `plain HTTP is refused on ${host}: other machines on the way would read passwords and keys. \`wardex certificate\` makes a certificate for ` +
        `${named("tls-certificate")} and ${named("tls-key")}; where a proxy in front serves TLS, say ${named("allow-plain-http")} on`,
    );
  }
  return {
    tls,
    proxies: trustedProxies(value("trusted-proxies"), named),
    publicUrl: publicUrl(value("public-url"), named),
  };
}

function flagName(flag: string): string {
  return `--${flag}`;
}

function tlsFiles(value: (flag: string) => string, named: (flag: string) => string): TlsFiles | undefined {
  const [certificate, key, ca] = [value("tls-certificate"), value("tls-key"), value("tls-ca")];
  if (certificate === "" && key === "" && ca === "") return undefined;
  if (certificate === "") throw new SettingError(`${named("tls-certificate")} is missing: a key alone serves no TLS`);
  if (key === "") throw new SettingError(`${named("tls-key")} is missing: a certificate alone serves no TLS`);
  return { certificate, key, ca: ca || undefined, passphrase: value("tls-key-passphrase") || undefined };
}

function trustedProxies(text: string, named: (flag: string) => string): TrustedProxies {
  try {
    return new TrustedProxies(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SettingError(
      `${named("trusted-proxies")} must hold addresses and networks such as 10.0.0.0/8, not [${error.message}]`,
    );
  }
}

/** No path: cookies and links are those of a whole host. */
function publicUrl(text: string, named: (flag: string) => string): string | undefined {
  if (text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "";
  if (!isOrigin)
    throw new SettingError(
      `${named("public-url")} must be a scheme, a host and a port at most, such as https://search.example.org, not [${text}]`,
    );
  return url.origin;
}
