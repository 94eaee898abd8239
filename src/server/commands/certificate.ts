/**
 * `wardex certificate`: a certificate that signs itself, for servers without an authority, and what clients need to
 * trust it.
 */
import { systemClock } from "../../core/clock.ts";
import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isHostName, LONGEST_COMMON_NAME, namesOf, writeNew } from "../certificate-files.ts";
import type { Command } from "../command.ts";
import { SettingError } from "../setting.ts";
import { certificateArguments } from "./certificate-arguments.ts";

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
      alternativeNames: [...names, ...OWN_NAMES.filter((own) => !names.includes(own))].flatMap(namesOf),
      validityDays: days,
      nowMs: systemClock.now(),
      forServers: true,
    });
    const paths = { certificate: join(folder, "wardex.crt"), key: join(folder, "wardex.key") };
    for (const path of Object.values(paths))
      if (existsSync(path)) throw new SettingError(`${path} is there already; choose another --folder`);
    mkdirSync(folder, { recursive: true });
    writeNew(paths.key, made.privateKey, 0o600);
    writeNew(paths.certificate, made.certificate, 0o644);
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

function asked(args: readonly string[]): { names: readonly string[]; folder: string; days: number } {
  const defaults = { folder: DEFAULT_FOLDER, days: DEFAULT_DAYS, mostDays: MOST_DAYS };
  const { positionals, folder, days } = certificateArguments(args, defaults);
  for (const name of positionals) namesOf(name);
  const own = hostname().toLowerCase();
  return { names: positionals.length > 0 ? positionals : isHostName(own) ? [own] : [], folder, days };
}
