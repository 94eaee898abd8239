/** Bindings from the side of what they name: targets, policies, groups and users. */
import { applicationModel, policyBindingModel } from "../records/models.ts";
import { listAll } from "../records/list-all.ts";
import type { FilterValue, RecordChange, RecordStore, StoredRecord } from "../records/record-store.ts";

/** What can be guarded, by the beginning of the ids. */
const TARGETS: readonly string[] = [applicationModel.name, "notification_rule"];

/** Whether there is something of this uuid that can be guarded. */
export async function isTarget(store: RecordStore, uuid: string): Promise<boolean> {
  const found = await store.getMany(TARGETS.map((model) => `${model}:${uuid}`));
  return found.some((record) => record !== undefined);
}

/** What a binding names, one or several of a kind. */
type Named = Readonly<Partial<Record<"target" | "policy" | "group" | "user", FilterValue | readonly FilterValue[]>>>;

/** The bindings that name it. */
export function bindingsNaming(store: RecordStore, named: Named): Promise<StoredRecord[]> {
  return listAll(store, { model: policyBindingModel.name, filters: named });
}

/** Nothing stays bound by, or to, what goes. */
export async function bindingRemovals(store: RecordStore, named: Named): Promise<RecordChange[]> {
  return (await bindingsNaming(store, named)).map((binding) => ({
    kind: "delete",
    id: binding.id,
    ifSeqNo: binding.seqNo,
  }));
}
