/** Validates names of indices and aliases (`MetadataCreateIndexService.validateIndexOrAliasName`). */
import { RequestError } from "../compat/errors.ts";
import { isWellFormed } from "../core/well-formed.ts";

export const FORBIDDEN = /[ "*,/<>?\\|]/;
export const FORBIDDEN_LIST = "[' ','\"','*',',','/','<','>','?','\\','|']";
/** Maximum length of a name in UTF-8 bytes. */
export const MAX_INDEX_NAME_BYTES = 255;

/** What is wrong with a name, or undefined. */
function nameProblem(name: string): string | undefined {
  if (FORBIDDEN.test(name)) return `must not contain the following characters ${FORBIDDEN_LIST}`;
  if (name === "") return "must not be empty";
  if (name.includes("#")) return "must not contain '#'";
  if (name.includes(":")) return "must not contain ':'";
  if (/^[_+-]/.test(name)) return "must not start with '_', '-', or '+'";
  const bytes = Buffer.byteLength(name);
  if (bytes > MAX_INDEX_NAME_BYTES) return `index name is too long, (${bytes} > ${MAX_INDEX_NAME_BYTES})`;
  if (!isWellFormed(name)) return "must be well-formed Unicode";
  if (name === "." || name === "..") return "must not be '.' or '..'";
  return undefined;
}

/** 400 `invalid_index_name_exception`. */
export function invalidIndexName(name: string, problem: string): RequestError {
  return new RequestError(400, "invalid_index_name_exception", `Invalid index name [${name}], ${problem}`, {
    details: { index_uuid: "_na_", index: name },
  });
}

/** Throws for an invalid index name. */
export function checkIndexName(name: string): void {
  const problem = nameProblem(name) ?? (name !== name.toLowerCase() ? "must be lowercase" : undefined);
  if (problem) throw invalidIndexName(name, problem);
}

/** Throws for an invalid alias name. */
export function checkAliasName(name: string): void {
  const problem = nameProblem(name);
  if (problem) throw new RequestError(400, "invalid_alias_name_exception", `Invalid alias name [${name}]: ${problem}`);
}
