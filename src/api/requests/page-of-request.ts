/** `from` and `size` of lists (AbstractSynonymsPagedResultAction.Request). */
import { integerParameter } from "../../http/parameters.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

const MOST_RESULTS = 10_000;
const DEFAULT_SIZE = 10;

/** Throws 400 for what reaches beyond the first ten thousand. */
export function pageOfRequest(parameters: Readonly<Record<string, string>>): { from: number; size: number } {
  const from = integerParameter(parameters, "from") ?? 0;
  const size = integerParameter(parameters, "size") ?? DEFAULT_SIZE;
  const failures = [
    ...(from < 0 ? ["[from] must be a positive integer"] : []),
    ...(size < 0 ? ["[size] must be a positive integer"] : []),
    ...(from + size > MOST_RESULTS
      ? [`Too many results to retrieve. [from] + [size] must be less than or equal to ${MOST_RESULTS}`]
      : []),
  ];
  if (failures.length > 0) throw validationFailed(failures);
  return { from, size };
}
