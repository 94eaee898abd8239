/** Certificate and key as files: read and held against each other, and read again when they change. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type FSWatcher, readFileSync, watch } from "node:fs";
import { dirname } from "node:path";
import { createSecureContext } from "node:tls";
import { secureContextOptions, type TlsMaterial } from "../http/tls.ts";
import type { Log } from "./log.ts";
import { SettingError } from "./setting.ts";

/** Where they are. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  /** What leads from the certificate to its authority, where it does not stand behind it in its file. */
  readonly ca: string | undefined;
  readonly passphrase: string | undefined;
}

/** Reads and checks; throws SettingError in a sentence that names the file. */
export function readTls(files: TlsFiles): TlsMaterial {
  const own = certificatesOf(files.certificate);
  const [leaf] = own;
  const key = read(files.key, "key");
  if (!leaf.checkPrivateKey(privateKey(key, files)))
    throw new SettingError(`the key ${files.key} is not that of the certificate ${files.certificate}`);
  const added = files.ca === undefined ? [] : certificatesOf(files.ca);
  if (added.length > 0 && !own.some((certificate) => added.some((above) => signed(above, certificate))))
    throw new SettingError(`no certificate in ${files.ca} signed the one in ${files.certificate}`);
  const known = new Set(own.map(({ fingerprint256 }) => fingerprint256));
  const chain = [...own, ...added.filter(({ fingerprint256 }) => !known.has(fingerprint256))];
  const material: TlsMaterial = { certificate: chain.map(String).join(""), key, passphrase: files.passphrase };
  try {
    createSecureContext(secureContextOptions(material));
  } catch (error) {
    throw new SettingError(`the certificate ${files.certificate} cannot be served: ${textOf(error)}`);
  }
  return material;
}

/** When the certificate that clients see ends. */
export function endOf({ certificate }: TlsMaterial): Date {
  return new Date(new X509Certificate(certificate).validTo);
}

/** What a watch is told with, and how often it looks. */
export interface TlsWatchOptions {
  readonly changed: (material: TlsMaterial) => void;
  readonly log: Log;
  /** Files are looked at this often even if nothing tells of a change: not every file system does. */
  readonly pollMs?: number;
  /** Certificate and key are written one after the other. */
  readonly settleMs?: number;
}

const POLL_MS = 10_000;
const SETTLE_MS = 500;

/** Tells of new contents that can be served; others go to the log, and what was served stays. Holds no process. */
export function watchTls(
  files: TlsFiles,
  { changed, log, pollMs = POLL_MS, settleMs = SETTLE_MS }: TlsWatchOptions,
): { close(): void } {
  const paths = [files.certificate, files.key, ...(files.ca === undefined ? [] : [files.ca])];
  let tried = contentsOf(paths);
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = undefined;
    const now = contentsOf(paths);
    if (now === tried) return;
    tried = now;
    try {
      const material = readTls(files);
      changed(material);
      log(
        "info",
        `the certificate ${files.certificate} was read again, it is good until ${endOf(material).toISOString()}`,
      );
    } catch (error) {
      log("error", `the certificate was not renewed, the one before is served on: ${textOf(error)}`);
    }
  };
  const soon = (): void => {
    timer ??= setTimeout(look, settleMs).unref();
  };
  const polls = setInterval(() => {
    if (contentsOf(paths) !== tried) soon();
  }, pollMs).unref();
  // Folders, as files are replaced by others of their name, or by way of a link.
  const watchers = [...new Set(paths.map((path) => dirname(path)))].map((folder) => watched(folder, soon));
  return {
    close() {
      clearInterval(polls);
      clearTimeout(timer);
      for (const watcher of watchers) watcher?.close();
    },
  };
}

/** Undefined where the file system tells of nothing: looking from time to time is enough there. */
function watched(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, changed).on("error", () => undefined);
  } catch {
    return undefined;
  }
}

/** The texts of all files; what cannot be read counts as a text of its own. */
function contentsOf(paths: readonly string[]): string {
  return JSON.stringify(
    paths.map((path) => {
      try {
        return readFileSync(path, "latin1");
      } catch (error) {
        return [textOf(error)];
      }
    }),
  );
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function certificatesOf(path: string): [X509Certificate, ...X509Certificate[]] {
  try {
    const [first, ...others] = (read(path, "certificate").match(CERTIFICATE) ?? []).map(
      (text) => new X509Certificate(text),
    );
    if (first) return [first, ...others];
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new SettingError(`the certificate ${path} cannot be read: ${textOf(error)}`);
  }
  throw new SettingError(`${path} holds no certificate in PEM form`);
}

function privateKey(text: string, { key, passphrase }: TlsFiles): KeyObject {
  try {
    return createPrivateKey({ key: text, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    const needed = passphrase === undefined && /ENCRYPTED/.test(text);
    throw new SettingError(
      needed
        ? `the key ${key} is encrypted: WARDEX_TLS_KEY_PASSPHRASE opens it`
        : `the key ${key} cannot be read: ${textOf(error)}`,
    );
  }
}

function signed(above: X509Certificate, below: X509Certificate): boolean {
  return below.checkIssued(above) && below.verify(above.publicKey);
}

function read(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new SettingError(`the ${what} of TLS cannot be read: ${textOf(error)}`);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
