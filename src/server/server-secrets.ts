/** The key of the server, by which whatever it must keep secret is encrypted. */
import { join } from "node:path";
import { SecretBox } from "../security/secret-box.ts";
import { randomSecretKey, readSecretKey } from "../security/secret-key.ts";

interface KeyPlace {
  readonly secretKeyFile: string | undefined;
}

/** Reads the key, or makes one; by chance where nothing outlives the process. */
export function serverSecretBox({ secretKeyFile }: KeyPlace, dataPath: string | undefined): SecretBox {
  if (secretKeyFile !== undefined) return new SecretBox(readSecretKey(secretKeyFile));
  return new SecretBox(dataPath === undefined ? randomSecretKey() : readSecretKey(join(dataPath, "secret.key")));
}

/** The same, read when something is first encrypted or opened: with security off that may be never. */
export function serverSecrets(place: KeyPlace, dataPath: string | undefined): Pick<SecretBox, "seal" | "open"> {
  let box: SecretBox | undefined;
  const opened = (): SecretBox => (box ??= serverSecretBox(place, dataPath));
  return { seal: (text, where) => opened().seal(text, where), open: (sealed, where) => opened().open(sealed, where) };
}
