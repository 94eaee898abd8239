/** The repositories that the cluster state names, open as they are used. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { randomUuid } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { RequestError } from "../compat/errors.ts";
import { FORBIDDEN, FORBIDDEN_LIST } from "../cluster/index-names.ts";
import { BlobRepository } from "./repository/blob-repository.ts";
import { repositoryError, repositoryMissing } from "./repository/repository-errors.ts";
import { openedSettings, type Secrets, withSealedSecrets } from "./repository-secrets.ts";
import { readRepository, type RepositoryOptions, type RepositoryPlaces } from "./repository/repository-types.ts";

/** Kind of `ClusterState.customs`: `{type, settings}`, settings flat as text. */
export const REPOSITORIES = "repositories";

export interface Repository extends RepositoryOptions {
  readonly name: string;
  readonly data: BlobRepository;
}

export class Repositories {
  readonly #state: () => ClusterState;
  readonly #places: RepositoryPlaces;
  readonly #secrets: Secrets;
  readonly #open = new Map<string, { readonly stored: JsonObject; readonly repository: Repository }>();

  constructor(state: () => ClusterState, places: RepositoryPlaces, secrets: Secrets) {
    this.#state = state;
    this.#places = places;
    this.#secrets = secrets;
  }

  /** What is kept of a repository: its secrets are encrypted. */
  sealed(name: string, stored: JsonObject): JsonObject {
    return withSealedSecrets(this.#secrets, name, stored);
  }

  /** Names, in the order in which they were made. */
  get names(): string[] {
    return Object.keys(ownOf(this.#state().customs, REPOSITORIES) ?? {});
  }

  /** A repository by name; throws 404. */
  get(name: string): Repository {
    const stored = ownOf(ownOf(this.#state().customs, REPOSITORIES), name);
    if (!stored) throw repositoryMissing([name]);
    const known = this.#open.get(name);
    if (known?.stored === stored) return known.repository;
    const repository = this.open(name, stored);
    this.#open.set(name, { stored, repository });
    return repository;
  }

  /** What a repository would be; throws 500 for settings that make none. */
  open(name: string, stored: JsonObject): Repository {
    const settings = openedSettings(this.#secrets, name, stored);
    const options = readRepository(name, repositoryType(stored), settings, this.#places);
    return { ...options, name, data: new BlobRepository(name, options.blobs) };
  }

  /** Names that an expression names: `_all`, patterns and exclusions. Throws 404 for those that are missing. */
  choose(parts: readonly string[]): string[] {
    const names = this.names;
    const chosen = new Set<string>();
    const missing: string[] = [];
    let patternSeen = false;
    for (const part of parts) {
      const pattern = part === "_all" ? "*" : part;
      if (pattern.startsWith("-") && patternSeen) {
        for (const name of names) if (simpleMatch(pattern.slice(1), name)) chosen.delete(name);
      } else if (pattern.includes("*")) {
        patternSeen = true;
        for (const name of names) if (simpleMatch(pattern, name)) chosen.add(name);
      } else if (names.includes(pattern)) chosen.add(pattern);
      else missing.push(pattern);
    }
    if (missing.length > 0) throw repositoryMissing(missing);
    return [...chosen];
  }
}

/** The type of a repository in its stored form. */
export function repositoryType({ type }: JsonObject): string {
  return typeof type === "string" ? type : "";
}

/** Throws 500 for names that Elasticsearch takes for no repository. */
export function checkRepositoryName(name: string): void {
  if (name === "") throw repositoryError(name, "cannot be empty");
  if (name.includes("#")) throw repositoryError(name, "must not contain '#'");
  if (FORBIDDEN.test(name)) throw repositoryError(name, `must not contain the following characters ${FORBIDDEN_LIST}`);
}

/** Writes, reads and removes a blob. Throws 500 `repository_verification_exception`. */
export async function verifyRepository({ name, blobs, isReadOnly, data }: Repository): Promise<void> {
  if (isReadOnly) {
    await data.read();
    return;
  }
  const folder = `tests-${randomUuid()}`;
  const blob = `${folder}/master.dat`;
  const content = Buffer.from(randomUuid());
  try {
    await blobs.write(blob, content);
    const found = await blobs.read(blob);
    if (!content.equals(found)) throw new Error("what was written is not what is read");
    // Of two clusters that write at the same time one must be refused.
    const once = `${folder}/once`;
    if (!(await blobs.create(once, content)) || (await blobs.create(once, content)))
      throw new Error("a blob is written in place of another one where there must be none: no conditional writes");
    await blobs.remove([blob, once]);
  } catch (error) {
    const cause =
      error instanceof RequestError
        ? error
        : new RequestError(500, "i_o_exception", error instanceof Error ? error.message : String(error));
    throw new RequestError(
      500,
      "repository_verification_exception",
      `[${name}] path  is not accessible on master node`,
      {
        cause,
      },
    );
  }
}
