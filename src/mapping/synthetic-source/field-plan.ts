/** How each field of a mapping is shown back: what is the same for all documents. */
import type { IndexableField, SyntheticSourceSupport } from "../field-type.ts";
import { type FieldNode, type MappingNode, type ObjectNode, fieldsBelow } from "../mapping-tree.ts";
import type { KeepMode } from "./keep-mode.ts";

/** One field. */
export interface FieldPlan {
  /** Undefined: values are kept as they came. */
  readonly form: SyntheticSourceSupport | undefined;
  /** The field that shows the values: its own, or a keyword among the multi-fields. */
  readonly field: IndexableField;
  readonly keep: KeepMode;
  /** Whether arrays keep their order without being kept as they came. */
  readonly keepsOrder: boolean;
  /** Whether other fields are copied to it: then its own values are kept as they came, as copies are not shown. */
  readonly copyTarget: boolean;
}

/** The plans of all fields below `root`. `keep`: the mode of those that name none. */
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
  // What is copied must be written again as it was, so that its copies are the same.
  const keep = node.keep ?? indexKeep;
  const isKept = node.copyTo.length > 0 || (field.shownBack?.keptWhole === true && keep !== "none");
  const form = isKept ? undefined : field.shownBack;
  const copyTarget = targets.has(node.path);
  const ordered = keyword
    ? keep === "none" && !copyTarget && (keyword.keep ?? indexKeep) === "arrays"
    : keep === "arrays" && node.multiFields.size === 0;
  return { form, field, keep, keepsOrder: ordered && !nested && form?.keepsOrder === true, copyTarget };
}

/** Whether a text is stored for its values to be shown, as nothing else tells them. */
export function isStoredText(node: FieldNode): boolean {
  return node.field.shownBack?.byKeyword === true && keywordFor(node) === undefined;
}

/** The keyword among the multi-fields that shows the values of a text. */
function keywordFor(node: FieldNode): FieldNode | undefined {
  if (node.field.shownBack?.byKeyword !== true) return undefined;
  return [...node.multiFields.values()].find(
    (inner) => inner.type.name === "keyword" && inner.field.shownBack !== undefined,
  );
}
