import { illegalArgument } from "../../compat/errors.ts";

/** For filters whose tokens a rule of synonyms cannot be made of (`TokenFilter.forSynonyms`). */
export function refuseSynonyms(filter: string): never {
  throw illegalArgument(`Token filter [${filter}] cannot be used to parse synonyms`);
}
