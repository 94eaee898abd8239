/** `wardex remote-credentials`: puts the key for a remote cluster where the server reads it, encrypted by its key. */
import { existsSync } from "node:fs";
import { hostname, totalmem } from "node:os";
import { join } from "node:path";
import type { Command } from "../command.ts";
import { RemoteCredentialsFile } from "../remote-credentials-file.ts";
import { serverSecrets } from "../server-secrets.ts";
import { SettingError } from "../setting.ts";
import { readCommandLine, toSettings } from "../settings.ts";

export const remoteCredentials: Command = {
  name: "remote-credentials",
  usage: "[alias] [--remove] [--data folder]",
  help:
    "reads the cross-cluster API key (`encoded`) for a remote cluster from standard input and keeps it encrypted in the data folder, or removes it with --remove; " +
    "names the clusters that have one when none is named. A server that runs takes it over with POST /_nodes/reload_secure_settings.",

  async run({ args, environment, input, out }) {
    const line = readCommandLine(args, environment, { words: 1, flags: ["remove"] });
    const settings = toSettings(line.values, { memoryBytes: totalmem(), hostName: hostname() });
    const { dataPath } = settings;
    if (dataPath === undefined) throw new SettingError("remote-credentials works on a folder: name it with --data");
    if (!existsSync(join(dataPath, "node"))) throw new SettingError(`there is no data of a server in [${dataPath}]`);
    const file = new RemoteCredentialsFile(dataPath, serverSecrets(settings, dataPath));
    const [alias] = line.words;
    if (alias === undefined) {
      if (line.own.has("remove")) throw new SettingError("--remove wants the alias of a cluster");
      for (const name of file.aliases()) out(`${name}\n`);
      return;
    }
    if (!/^[-\w]+$/.test(alias)) throw new SettingError(`[${alias}] cannot be the alias of a cluster`);
    if (line.own.has("remove")) {
      if (!file.remove(alias)) throw new SettingError(`there is no key for [${alias}]`);
      out(`removed the key for ${alias}\n`);
      return;
    }
    const key = (await input()).trim();
    // What was given is not told: it may be a key all the same.
    if (!/^[\w+/-]+={0,2}$/.test(key))
      throw new SettingError("standard input must hold a key as it was shown (`encoded`)");
    file.put(alias, key);
    out(`keeps the key for ${alias}; a server that runs takes it over with POST /_nodes/reload_secure_settings\n`);
  },
};
