import { illegalArgument } from "../../compat/errors.ts";

/** Throws for filters whose output cannot be used in synonym rules (`TokenFilter.forSynonyms`). */
export function refuseSynonyms(filter: string): never {
  throw illegalArgument(`Token filter [${filter}] cannot be used to parse synonyms`);
}
