/**
 * `wardex certificate`: a certificate that signs itself, for servers without an authority, and what clients need to
 * trust it.
 */
import { systemClock } from "../../core/clock.ts";
import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type AlternativeName, parseAlternativeNames } from "../../identity/certificates/alternative-names.ts";
import type { Command } from "../command.ts";
import { SettingError } from "../setting.ts";

const DEFAULT_FOLDER = "certificates";
const DEFAULT_DAYS = 730;
/**
 * Some clients take no certificate of a server that is good for longer than 825 days; ours begin a day ago, as clocks
 * differ.
 */
const MOST_DAYS = 824;
/** Names by which every machine knows itself. */
const OWN_NAMES = ["localhost", "127.0.0.1", "::1"];

export const certificate: Command = {
  name: "certificate",
  usage: "[name or address …] [--folder <folder>] [--days <days>]",
  help: `makes a key and a self-signed certificate for HTTPS, in ./${DEFAULT_FOLDER}; for this machine's name and localhost where no names are given`,
  async run({ args, out }) {
    const { names, folder, days } = asked(args);
    const [first = "localhost"] = names;
    const { selfSigned } = await import("../../identity/certificates/self-signed.ts");
    const made = await selfSigned({
      commonName: first.slice(0, LONGEST_COMMON_NAME),
      alternativeNames: [...names, ...OWN_NAMES.filter((own) => !names.includes(own))].flatMap(nameOf),
      validityDays: days,
      nowMs: systemClock.now(),
      forServers: true,
    });
    const paths = { certificate: join(folder, "wardex.crt"), key: join(folder, "wardex.key") };
    for (const path of Object.values(paths))
      if (existsSync(path)) throw new SettingError(`${path} is there already; choose another --folder`);
    mkdirSync(folder, { recursive: true });
    write(paths.key, made.privateKey, 0o600);
    write(paths.certificate, made.certificate, 0o644);
    const { fingerprint256, validTo } = new X509Certificate(made.certificate);
    out(`certificate  ${paths.certificate}, good until ${new Date(validTo).toISOString().slice(0, 10)}
key          ${paths.key}
fingerprint  ${fingerprint256} (SHA-256)

start the server with:
  wardex --tls-certificate ${paths.certificate} --tls-key ${paths.key}
clients trust it by the file (\`ca\`, \`ca_certs\`, curl --cacert) or by the fingerprint (\`caFingerprint\`, \`ssl_assert_fingerprint\`).
`);
  },
};

/** RFC 5280, ub-common-name. The whole name stands among the alternative ones. */
const LONGEST_COMMON_NAME = 64;

function asked(args: readonly string[]): { names: string[]; folder: string; days: number } {
  const options = {
    folder: { type: "string", default: DEFAULT_FOLDER },
    days: { type: "string", default: String(DEFAULT_DAYS) },
  } as const;
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options, strict: true, allowPositionals: true }),
  );
  const days = Number(values.days);
  if (!/^\d+$/.test(values.days) || days < 1 || days > MOST_DAYS)
    throw new SettingError(`--days must be a number from 1 to ${MOST_DAYS}, not [${values.days}]`);
  for (const name of positionals) nameOf(name);
  const own = hostname().toLowerCase();
  return {
    names: positionals.length > 0 ? positionals : isName(own) ? [own] : [],
    folder: resolve(values.folder),
    days,
  };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new SettingError(`${error instanceof Error ? error.message : String(error)}\nSee wardex --help.`);
  }
}

function nameOf(name: string): AlternativeName[] {
  if (!isName(name)) throw new SettingError(`[${name}] is no name of a host and no address`);
  return parseAlternativeNames(name);
}

function isName(name: string): boolean {
  try {
    return !name.includes(",") && parseAlternativeNames(name).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function write(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { flag: "wx", mode });
  } catch (error) {
    throw new SettingError(`cannot write: ${error instanceof Error ? error.message : String(error)}`);
  }
}
