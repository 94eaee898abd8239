/** Configuration files: only files inside one folder can be read. */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import type { AnalysisResources } from "../analysis/analysis-resources.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";

/** The part of the analysis resources that comes from the folder. */
export type ConfigFiles = Pick<AnalysisResources, "readBytes" | "fileNames">;

/** Files above this size are refused: every thread holds the result in memory. */
export const MOST_FILE_BYTES = 64 * 1024 ** 2;

/** The files in `folder`; undefined: there are none. Paths are those of settings, `/` separated. */
export function configFiles(folder: string | undefined): ConfigFiles {
  return {
    readBytes: (parameter, path) => readWhole(parameter, path, locate(parameter, path, folder)),
    fileNames(path) {
      try {
        return readdirSync(locate("folder", path, folder)).sort();
      } catch {
        return [];
      }
    },
  };
}

/** The real path, all links followed. Throws 400 when it leads out of the folder or does not exist. */
function locate(parameter: string, path: string, folder: string | undefined): string {
  if (isAbsolute(path) || path.includes("\0") || path.split(/[\\/]/).includes("..")) throw denied(parameter, path);
  if (folder === undefined) throw unreadable(parameter, path);
  let found: string;
  let root: string;
  try {
    root = realpathSync(folder);
    found = realpathSync(join(root, path));
  } catch {
    throw unreadable(parameter, path);
  }
  const inside = relative(root, found);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) throw denied(parameter, path);
  return found;
}

function readWhole(parameter: string, path: string, found: string): Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(found, "r");
    const status = fstatSync(file);
    if (!status.isFile()) throw unreadable(parameter, path);
    if (status.size > MOST_FILE_BYTES) throw tooLarge(parameter, path, status.size);
    return readFileSync(file);
  } catch (error) {
    throw error instanceof RequestError ? error : unreadable(parameter, path);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The message contains the path as given in the settings: the location of the folder is not revealed. */
function unreadable(parameter: string, path: string): RequestError {
  const cause = new RequestError(500, "no_such_file_exception", path);
  return new RequestError(400, "illegal_argument_exception", `IOException while reading ${parameter}: ${path}`, {
    cause,
  });
}

function tooLarge(parameter: string, path: string, bytes: number): RequestError {
  const cause = new RequestError(
    500,
    "i_o_exception",
    `the file has [${bytes}] bytes, more than the [${MOST_FILE_BYTES}] that are read`,
  );
  return new RequestError(400, "illegal_argument_exception", `IOException while reading ${parameter}: ${path}`, {
    cause,
  });
}

function denied(parameter: string, path: string): RequestError {
  return illegalArgument(`Access denied trying to read file ${parameter}: ${path}`);
}
