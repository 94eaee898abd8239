/** What the commands that make certificates share: names, arguments, and files that are never written over. */
import { writeFileSync } from "node:fs";
import { type AlternativeName, parseAlternativeNames } from "../identity/certificates/alternative-names.ts";
import { SettingError } from "./setting.ts";

/** RFC 5280, ub-common-name. */
export const LONGEST_COMMON_NAME = 64;

/** What reading arguments comes to; throws SettingError where they cannot be read. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new SettingError(`${error instanceof Error ? error.message : String(error)}\nSee wardex --help.`);
  }
}

/** A name of a host or an address as it stands in a certificate; throws SettingError for one that is none. */
export function namesOf(name: string): AlternativeName[] {
  if (!isHostName(name)) throw new SettingError(`[${name}] is no name of a host and no address`);
  return parseAlternativeNames(name);
}

export function isHostName(name: string): boolean {
  try {
    return !name.includes(",") && parseAlternativeNames(name).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Writes a file that must not be there. */
export function writeNew(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { flag: "wx", mode });
  } catch (error) {
    throw new SettingError(`cannot write: ${error instanceof Error ? error.message : String(error)}`);
  }
}
