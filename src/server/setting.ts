/** What a setting of the server is. */

/** A setting as a user finds it. */
export interface ServerSetting {
  /** Flag without dashes; key in the file. */
  readonly flag: string;
  readonly environment: string;
  readonly default: string;
  readonly help: string;
  /** Never printed. */
  readonly secret?: boolean;
}

/** A setting that cannot be used; the command prints it and exits with 2. */
export class SettingError extends Error {
  override name = "SettingError";
}
