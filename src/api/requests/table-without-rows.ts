/**
 * Cat tables of what does not exist here: they have their columns and no rows, and a name that is asked for is unknown.
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { booleanParameter, integerParameter, listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { catTable, columnNames } from "../stats/columns.ts";

interface EmptyTable {
  readonly name: string;
  readonly actions: readonly string[];
  /** The parameter with the names that are asked for. */
  readonly id: string;
  /** What Elasticsearch says of names that are unknown. */
  readonly unknown: (ids: string) => string;
}

export function tableWithoutRows({ name, actions, id, unknown }: EmptyTable): Operation {
  return {
    name,
    actions,

    handle({ parameters }) {
      const allowNoMatch = booleanParameter(parameters, "allow_no_match", true);
      for (const page of ["from", "size"]) {
        const value = integerParameter(parameters, page);
        if (value !== undefined && value < 0)
          throw illegalArgument(`Parameter [${page}] cannot be negative but was [${value}]`);
      }
      const names = (listParameter(parameters, id) ?? ["_all"]).map((wanted) => (wanted === "_all" ? "*" : wanted));
      // What has no wildcard must be there in any case (`ExpandedIdsMatcher`).
      const missing = names.filter((wanted) => !allowNoMatch || !wanted.includes("*"));
      if (missing.length > 0) throw new RequestError(404, "resource_not_found_exception", unknown(missing.join(",")));
      return { status: 200, table: catTable(name, columnNames(name), []) };
    },
  };
}
