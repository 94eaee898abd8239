/** The tables of enrich policies that were executed, by the policy. */
import { illegalArgument } from "../../compat/errors.ts";
import { EnrichTable, type EnrichTableData } from "./enrich-table.ts";

export class EnrichTables {
  readonly #nowMs: () => number;
  readonly #tables = new Map<string, EnrichTable>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Undefined: the policy has none any more. Throws RequestError 400 for documents that cannot be indexed. */
  put(policy: string, data: EnrichTableData | undefined): void {
    if (data) this.#tables.set(policy, new EnrichTable(data, this.#nowMs));
    else this.#tables.delete(policy);
  }

  /** Throws RequestError 400 for a policy that was not executed. */
  get(policy: string): EnrichTable {
    const table = this.#tables.get(policy);
    if (table) return table;
    throw illegalArgument(`no enrich index exists for policy with name [${policy}]`);
  }
}
