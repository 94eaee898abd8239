/** Lists refuse what they do not know: who asks for `is_superusr=true` must not take everybody for the answer. */
import { didYouMean } from "../../compat/did-you-mean.ts";
import type { QueryParameter } from "./endpoint.ts";
import { invalid } from "./identity-errors.ts";

/** Throws 400 for the first parameter of a query string that is not declared. */
export function assertKnownParameters(
  query: Readonly<Record<string, string>>,
  declared: readonly Pick<QueryParameter, "name">[],
): void {
  const names = declared.map(({ name }) => name);
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid({ [unknown]: [`Unknown filter.${didYouMean(unknown, names)}`] });
}
