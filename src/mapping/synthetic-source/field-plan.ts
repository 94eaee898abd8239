/** How synthetic source renders each field of a mapping: the part that is the same for all documents. */
import type { IndexableField, SyntheticSourceSupport } from "../field-type.ts";
import { type FieldNode, type MappingNode, type ObjectNode, fieldsBelow } from "../mapping-tree.ts";
import type { KeepMode } from "./keep-mode.ts";

/** One field. */
export interface FieldPlan {
  /** Undefined: values are kept as received. */
  readonly form: SyntheticSourceSupport | undefined;
  /** The field that supplies the values: itself, or a keyword multi-field. */
  readonly field: IndexableField;
  readonly keep: KeepMode;
  /** Whether arrays keep their order without being kept as received. */
  readonly keepsOrder: boolean;
  /** Whether other fields are copied to it: then its own values are kept as received, since copies are not rendered. */
  readonly copyTarget: boolean;
}

/** The plans of all fields below `root`. `keep`: the mode of fields that name none. */
export function fieldPlans(root: ObjectNode, keep: KeepMode): ReadonlyMap<FieldNode, FieldPlan> {
  const targets = new Set([...fieldsBelow(root)].flatMap((node) => node.copyTo));
  const plans = new Map<FieldNode, FieldPlan>();
  addPlans(root, false, { keep, targets }, plans);
  return plans;
}

interface Shared {
  readonly keep: KeepMode;
  readonly targets: ReadonlySet<string>;
}

function addPlans(node: MappingNode, nested: boolean, shared: Shared, plans: Map<FieldNode, FieldPlan>): void {
  if (node.kind === "object") {
    for (const child of node.children.values()) addPlans(child, nested || node.nested !== undefined, shared, plans);
  } else if (node.kind === "field") plans.set(node, planOf(node, nested, shared));
}

function planOf(node: FieldNode, nested: boolean, { keep: indexKeep, targets }: Shared): FieldPlan {
  const keyword = keywordFor(node);
  const { field } = keyword ?? node;
  // A field with `copy_to` must be reproduced exactly, so that its copies are the same when reindexed.
  const keep = node.keep ?? indexKeep;
  const isKept = node.copyTo.length > 0 || (field.syntheticSource?.keptWhole === true && keep !== "none");
  const form = isKept ? undefined : field.syntheticSource;
  const copyTarget = targets.has(node.path);
  const ordered = keyword
    ? keep === "none" && !copyTarget && (keyword.keep ?? indexKeep) === "arrays"
    : keep === "arrays" && node.multiFields.size === 0;
  return { form, field, keep, keepsOrder: ordered && !nested && form?.keepsOrder === true, copyTarget };
}

/** Whether a text is stored for synthetic source, since no other field supplies its values. */
export function isStoredText(node: FieldNode): boolean {
  return node.field.syntheticSource?.byKeyword === true && keywordFor(node) === undefined;
}

/** The keyword multi-field that supplies the values of a text. */
function keywordFor(node: FieldNode): FieldNode | undefined {
  if (node.field.syntheticSource?.byKeyword !== true) return undefined;
  return [...node.multiFields.values()].find(
    (inner) => inner.type.name === "keyword" && inner.field.syntheticSource !== undefined,
  );
}
