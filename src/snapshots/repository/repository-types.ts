/** Types of repositories: what their settings say, and where their blobs are. */
import { fileURLToPath } from "node:url";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseBytes } from "../../compat/time-value.ts";
import { nameTable, ownOf } from "../../core/names.ts";
import type { BlobStore } from "../../store/blobs/blob-store.ts";
import { FolderBlobs } from "../../store/blobs/folder-blobs.ts";
import { S3Blobs } from "../../store/blobs/s3-blobs.ts";
import { folderWithin } from "./folder-location.ts";
import { repositoryError } from "./repository-errors.ts";
import { s3Place } from "./s3-place.ts";

/** Flat settings as text. */
export type RepositorySettings = Readonly<Record<string, string>>;

/** What a type reads of its settings. */
export interface RepositoryPlace {
  readonly blobs: BlobStore;
  /** The type is for reading alone. */
  readonly isReadOnly: boolean;
}

/** Where blobs may be. */
export interface RepositoryPlaces {
  /** `--path-repo`. */
  readonly folders: readonly string[];
  /** `--s3-endpoints`. */
  readonly endpoints: readonly string[];
}

type RepositoryType = (name: string, settings: RepositorySettings, places: RepositoryPlaces) => RepositoryPlace;

const types = nameTable<RepositoryType>({
  fs(name, settings, { folders }) {
    const location = ownOf(settings, "location") ?? "";
    if (location === "") throw repositoryError(name, "missing location");
    const folder = folderWithin(folders, location);
    if (folder === undefined) {
      const why = folders.length === 0 ? " because this setting is empty" : "";
      throw repositoryError(
        name,
        `location [${location}] doesn't match any of the locations specified by path.repo${why}`,
      );
    }
    return { blobs: new FolderBlobs(folder), isReadOnly: false };
  },
  url(name, settings, { folders }) {
    const url = ownOf(settings, "url") ?? "";
    if (url === "") throw repositoryError(name, "missing url");
    const folder = folderOfUrl(url);
    const within = folder === undefined ? undefined : folderWithin(folders, folder);
    if (within === undefined)
      throw repositoryError(
        name,
        `file url [${url}] doesn't match any of the locations specified by path.repo or repositories.url.allowed_urls`,
      );
    return { blobs: new FolderBlobs(within), isReadOnly: true };
  },
  s3(_name, settings, { endpoints }) {
    return { blobs: new S3Blobs(s3Place(settings, endpoints)), isReadOnly: false };
  },
});

function folderOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined; // It names no file of this machine.
  }
}

/** What the settings of a repository say. */
export interface RepositoryOptions extends RepositoryPlace {
  /** A blob holds at most so many bytes. */
  readonly partBytes: number;
  /** Bytes per second; Infinity: no limit. */
  readonly snapshotRate: number;
  readonly restoreRate: number;
  readonly maximumSnapshots: number;
}

const DEFAULT_PART_BYTES = 1024 ** 3;
const MAXIMUM_SNAPSHOTS = 500;

/** Throws 500 `repository_exception` as Elasticsearch does. */
export function readRepository(
  name: string,
  type: string,
  settings: RepositorySettings,
  places: RepositoryPlaces,
): RepositoryOptions {
  const place = types[type];
  if (!place) throw repositoryError(name, `repository type [${type}] does not exist`);
  try {
    const { blobs, isReadOnly } = place(name, settings, places);
    flag(settings, "compress");
    return {
      blobs,
      isReadOnly: flag(settings, "readonly") || isReadOnly,
      partBytes: bytesOf(settings, "chunk_size") ?? DEFAULT_PART_BYTES,
      snapshotRate: bytesOf(settings, "max_snapshot_bytes_per_sec") ?? Number.POSITIVE_INFINITY,
      restoreRate: bytesOf(settings, "max_restore_bytes_per_sec") ?? Number.POSITIVE_INFINITY,
      maximumSnapshots: count(settings, "max_number_of_snapshots") ?? MAXIMUM_SNAPSHOTS,
    };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const inner = error.type === "repository_exception" ? { rootCauses: [error] } : {};
    throw new RequestError(500, "repository_exception", `[${name}] failed to create repository`, {
      cause: error,
      ...inner,
    });
  }
}

function flag(settings: RepositorySettings, name: string): boolean {
  const text = ownOf(settings, name) ?? "false";
  if (text !== "true" && text !== "false")
    throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
  return text === "true";
}

/** A size above 0; undefined where it is absent, or says that there is no limit. */
function bytesOf(settings: RepositorySettings, name: string): number | undefined {
  const text = ownOf(settings, name);
  if (text === undefined) return undefined;
  let bytes: number;
  try {
    bytes = parseBytes(text, name);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const cause = new RequestError(400, "parse_exception", error.message);
    throw new RequestError(400, "illegal_argument_exception", error.message, { cause });
  }
  return bytes > 0 ? bytes : undefined;
}

function count(settings: RepositorySettings, name: string): number | undefined {
  const text = ownOf(settings, name);
  if (text === undefined) return undefined;
  if (!/^[+-]?\d{1,10}$/.test(text))
    throw new RequestError(400, "illegal_argument_exception", `Failed to parse value [${text}] for setting [${name}]`, {
      cause: new RequestError(400, "number_format_exception", `For input string: "${text}"`),
    });
  return Number(text);
}
