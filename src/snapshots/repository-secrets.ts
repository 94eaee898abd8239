/**
 * Secrets among the settings of repositories: kept beside the settings, encrypted with the key of the server, so that
 * nothing that shows settings shows them.
 */
import { AssertionError } from "../core/assert.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { put } from "../core/names.ts";
import { repositoryError } from "./repository/repository-errors.ts";

/** Encrypts texts. `place` is bound to them: elsewhere they do not open. */
export interface Secrets {
  seal(text: string, place: string): string;
  /** Throws an AssertionError for a text that another key sealed. */
  open(sealed: string, place: string): string;
}

const SECRET = ["access_key", "secret_key"];

/** A repository in its stored form, without its secrets in the clear. */
export function withSealedSecrets(secrets: Secrets, name: string, stored: JsonObject): JsonObject {
  const shown: JsonObject = {};
  const sealed: JsonObject = {};
  for (const [key, value] of textsOf(stored["settings"])) {
    if (SECRET.includes(key)) put(sealed, key, secrets.seal(value, placeOf(name, key)));
    else put(shown, key, value);
  }
  return { ...stored, settings: shown, ...(Object.keys(sealed).length > 0 ? { secrets: sealed } : {}) };
}

/** All settings of a repository in its stored form. Throws 500 when the server has another key than before. */
export function openedSettings(secrets: Secrets, name: string, stored: JsonObject): Record<string, string> {
  const settings = Object.fromEntries(textsOf(stored["settings"]));
  for (const [key, sealed] of textsOf(stored["secrets"])) {
    try {
      put(settings, key, secrets.open(sealed, placeOf(name, key)));
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error;
      throw repositoryError(name, `the setting [${key}] was encrypted with another key: register the repository again`);
    }
  }
  return settings;
}

function textsOf(value: unknown): [string, string][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : []));
}

function placeOf(repository: string, key: string): string {
  return `repository:${repository}:${key}`;
}
