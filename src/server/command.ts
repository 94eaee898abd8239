/** A command beside the server itself: `wardex <name> …`. */

/** What a command works with. */
export interface CommandCall {
  /** What stands behind its name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where what it makes is shown. */
  readonly out: (text: string) => void;
}

/** One command; its file in `commands/` has its name. */
export interface Command {
  readonly name: string;
  /** What stands behind its name, as `wardex --help` shows it: `[user] [--superuser]`. */
  readonly usage: string;
  /** One line for `wardex --help`. */
  readonly help: string;
  /** Throws SettingError for arguments that cannot be, and what the command line knows how to tell. */
  run(call: CommandCall): Promise<void>;
}
