/**
 * `wardex reset-password`: the way back in when nobody can sign in any more. Works on the data of a server that does
 * not run.
 */
import { existsSync } from "node:fs";
import { hostname, totalmem } from "node:os";
import { join } from "node:path";
import { assert } from "../../core/assert.ts";
import { passwordFault } from "../../security/password-rule.ts";
import type { Reset, resetUser } from "../../identity/security/reset-user.ts";
import { newKey } from "../../identity/directory/token-keys.ts";
import type { Command } from "../command.ts";
import { engineOptions } from "../engine-options.ts";
import { makeLog } from "../log.ts";
import { SettingError } from "../setting.ts";
import { type Settings, readCommandLine, toSettings } from "../settings.ts";

const MADE_LENGTH = 24;

export const resetPassword: Command = {
  name: "reset-password",
  usage: "[user] [--superuser] [--stdin] [--data folder]",
  help:
    "gives a user (the administrator when none is named) a new password, printed once, or read from standard input with --stdin; " +
    "--superuser makes the user an active superuser too. The server must not run.",

  async run({ args, environment, input, out }) {
    const line = readCommandLine(args, environment, { words: 1, flags: ["superuser", "stdin"] });
    const settings = toSettings(
      { ...line.values, threads: "0", security: "on" },
      { memoryBytes: totalmem(), hostName: hostname() },
    );
    const username = line.words[0] ?? settings.adminUser;
    if (settings.dataPath === undefined)
      throw new SettingError("reset-password works on a folder: name it with --data");
    if (!existsSync(join(settings.dataPath, "node")))
      throw new SettingError(`there is no data of a server in [${settings.dataPath}]`);
    const given = line.own.has("stdin") ? (await input()).replace(/\r?\n$/, "") : undefined;
    const fault = given === undefined ? undefined : passwordFault(given);
    if (fault !== undefined) throw new SettingError(fault);
    const password = given ?? newKey().slice(0, MADE_LENGTH);
    const done = await reset(settings, { username, password, superuser: line.own.has("superuser") });
    if (done === undefined) throw new SettingError(`there is no user [${username}]; with --superuser one is made`);
    out(`${done.made ? "made the user" : "a new password for the user"}\n  user      ${username}\n`);
    if (given === undefined) out(`  password  ${password}\nit is shown once.\n`);
    if (!done.active) out("the user is not active and cannot sign in: --superuser makes it active.\n");
    if (!done.superuser) out("the user is no superuser: --superuser makes it one.\n");
  },
};

/** Undefined: there is no such user. */
async function reset(settings: Settings, asked: Reset): ReturnType<typeof resetUser> {
  const [{ openEngine }, administration] = await Promise.all([
    import("../engine.ts"),
    import("../../identity/security/reset-user.ts"),
  ]);
  const onFatal = (error: Error): never => {
    throw error;
  };
  const options = engineOptions(settings, makeLog("error"), onFatal);
  const engine = await openEngine({ ...options, runsTasks: false });
  try {
    const { identity } = engine.node;
    assert(identity, "security is on");
    if (identity.recovery !== undefined) throw new SettingError(identity.recovery);
    return await administration.resetUser(identity.services, asked);
  } finally {
    await engine.close();
  }
}
