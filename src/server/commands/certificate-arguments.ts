/** What commands that make certificates are asked for in common: names, a folder, and how long it is good. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parsed } from "../certificate-files.ts";
import { SettingError } from "../setting.ts";

export interface CertificateArguments {
  readonly positionals: readonly string[];
  readonly folder: string;
  readonly days: number;
}

/** Throws a SettingError for what cannot be read. */
export function certificateArguments(
  args: readonly string[],
  defaults: { readonly folder: string; readonly days: number; readonly mostDays: number },
): CertificateArguments {
  const options = {
    folder: { type: "string", default: defaults.folder },
    days: { type: "string", default: String(defaults.days) },
  } as const;
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options, strict: true, allowPositionals: true }),
  );
  const days = Number(values.days);
  if (!/^\d+$/.test(values.days) || days < 1 || days > defaults.mostDays)
    throw new SettingError(`--days must be a number from 1 to ${defaults.mostDays}, not [${values.days}]`);
  return { positionals, folder: resolve(values.folder), days };
}
