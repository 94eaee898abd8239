/** The commands beside the server itself, in the order of `--help`. */
import { didYouMean } from "../compat/did-you-mean.ts";
import type { Command } from "./command.ts";
import { certificate } from "./commands/certificate.ts";
import { nodeCertificate } from "./commands/node-certificate.ts";
import { remoteCredentials } from "./commands/remote-credentials.ts";
import { resetPassword } from "./commands/reset-password.ts";
import { SettingError } from "./setting.ts";

/** The list. */
export const commands: readonly Command[] = [certificate, nodeCertificate, remoteCredentials, resetPassword];

/**
 * The command that the first argument names; undefined where there is none: then the server is asked for. Throws
 * SettingError for an unknown one.
 */
export function commandOf(args: readonly string[], known: readonly Command[] = commands): Command | undefined {
  const [name] = args;
  if (name === undefined || name.startsWith("-")) return undefined;
  const command = known.find((one) => one.name === name);
  if (command) return command;
  const names = known.map((one) => one.name);
  throw new SettingError(`unknown command [${name}]${didYouMean(name, names)}\nSee wardex --help.`);
}

/** What `--help` says of them. */
export function commandHelp(known: readonly Command[] = commands): string {
  if (known.length === 0) return "";
  const lines = known.map(({ name, usage, help }) => `  wardex ${name} ${usage}`.trimEnd() + `\n      ${help}`);
  return `commands:\n${lines.join("\n")}\n`;
}
