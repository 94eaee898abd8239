// docs/settings.md: the settings of the server, from the list that reads them.
import { GENERATED, page, table } from "./markdown.mjs";

/** `load` imports a module of src by its path. */
export async function settingsPage(load) {
  const { serverSettings } = await load("server/settings.ts");
  const rows = serverSettings.map((setting) => [
    setting.secret ? "" : `\`--${setting.flag}\``,
    `\`${setting.environment}\``,
    `\`${setting.flag}\``,
    setting.default === "" ? "" : `\`${setting.default}\``,
    setting.help,
  ]);
  return page(
    GENERATED,
    "# Settings of the server",
    "A flag wins over the environment, the environment over the file that `--config` names, the file over the default. " +
      "The file is YAML or JSON, one map of keys; an unknown key, flag or value ends the start with exit code 2. `wardex --help` prints the same list.",
    table(["flag", "environment", "key in the file", "default", "meaning"], rows),
    "Secrets have a flag too (`--admin-password`, `--admin-token`, `--smtp-password`, `--tls-key-passphrase`), but other users of the machine can see flags: prefer the environment.",
    "Settings of indices and of the cluster are made over HTTP: see [compatibility.md](compatibility.md#index-settings).",
  );
}
