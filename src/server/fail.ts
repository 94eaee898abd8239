/** How the process ends when it cannot begin, or go on: in words that whoever started it can act on. */
import { SecretKeyError } from "../security/secret-key.ts";
import { DataFolderRefused } from "../store/data-folder-refused.ts";
import { ClusterRefused } from "../store/cluster-refused.ts";
import { SettingError } from "./setting.ts";
import { systemFailure } from "./system-failure.ts";

const EXIT_USAGE = 2;
export const EXIT_FAILED = 1;

export function fail(error: unknown): never {
  const refusals = [SettingError, DataFolderRefused, SecretKeyError, ClusterRefused];
  if (error instanceof Error && refusals.some((refusal) => error instanceof refusal))
    process.stderr.write(`wardex: ${error.message}\n`);
  else
    process.stderr.write(
      `wardex: ${systemFailure(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
  process.exit(error instanceof SettingError ? EXIT_USAGE : EXIT_FAILED);
}
