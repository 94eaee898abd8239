/**
 * `wardex node-certificate`: a certificate by which a node knows itself to the other nodes of its cluster, and the
 * authority of the cluster, which signs it.
 */
import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../core/clock.ts";
import type { MadeCertificate } from "../../identity/certificates/self-signed.ts";
import { LONGEST_COMMON_NAME, namesOf, writeNew } from "../certificate-files.ts";
import type { Command } from "../command.ts";
import { SettingError } from "../setting.ts";
import { certificateArguments } from "./certificate-arguments.ts";

const DEFAULT_FOLDER = "node-certificates";
const DEFAULT_DAYS = 1095;
/** An authority outlives the nodes that it signs. */
const AUTHORITY_DAYS = 3650;
const NODE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export const nodeCertificate: Command = {
  name: "node-certificate",
  usage: "<node name> [name or address …] [--folder <folder>] [--days <days>]",
  help: `makes a key and a certificate for the node port, signed by the authority of the cluster in ./${DEFAULT_FOLDER}, which is made where there is none`,
  async run({ args, out }) {
    const { node, names, folder, days } = asked(args);
    const paths = { certificate: join(folder, `${node}.crt`), key: join(folder, `${node}.key`) };
    for (const path of Object.values(paths))
      if (existsSync(path)) throw new SettingError(`${path} is there already; choose another --folder or node name`);
    mkdirSync(folder, { recursive: true });
    const { signedBy } = await import("../../identity/certificates/self-signed.ts");
    const signer = await authorityIn(folder, out);
    const made = await signedBy(signer, {
      commonName: node,
      alternativeNames: names.flatMap(namesOf),
      validityDays: days,
      nowMs: systemClock.now(),
    });
    writeNew(paths.key, made.privateKey, 0o600);
    writeNew(paths.certificate, made.certificate, 0o644);
    const { validTo } = new X509Certificate(made.certificate);
    out(`certificate  ${paths.certificate}, good until ${new Date(validTo).toISOString().slice(0, 10)}
key          ${paths.key}
`);
  },
};

/** The authority whose files stand in a folder; made where there is none. */
async function authorityIn(folder: string, out: (text: string) => void): Promise<MadeCertificate> {
  const paths = { certificate: join(folder, "ca.crt"), key: join(folder, "ca.key") };
  if (existsSync(paths.certificate) || existsSync(paths.key)) {
    const kept = { certificate: read(paths.certificate), privateKey: read(paths.key) };
    const { isAuthority } = await import("../../identity/certificates/self-signed.ts");
    if (!isAuthority(kept))
      throw new SettingError(`${paths.certificate} is no authority with its key (elliptic) in ${paths.key}`);
    return kept;
  }
  const { authority } = await import("../../identity/certificates/self-signed.ts");
  const made = await authority({
    commonName: "Wardex cluster",
    alternativeNames: [],
    validityDays: AUTHORITY_DAYS,
    nowMs: systemClock.now(),
  });
  writeNew(paths.key, made.privateKey, 0o600);
  writeNew(paths.certificate, made.certificate, 0o644);
  out(`authority    ${paths.certificate}; whoever has ${paths.key} can make nodes: keep it away from them\n`);
  return made;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new SettingError(`cannot read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function asked(args: readonly string[]): { node: string; names: string[]; folder: string; days: number } {
  const defaults = { folder: DEFAULT_FOLDER, days: DEFAULT_DAYS, mostDays: AUTHORITY_DAYS };
  const { positionals, folder, days } = certificateArguments(args, defaults);
  const [node = "", ...names] = positionals;
  if (!NODE_NAME.test(node) || node.length > LONGEST_COMMON_NAME || node === "ca")
    throw new SettingError(`[${node}] is no name of a node; see wardex --help`);
  for (const name of names) namesOf(name);
  return { node, names, folder, days };
}
