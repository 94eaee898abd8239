/** Which texts of documents go to which inference endpoint. */
import type { JsonObject } from "../../core/json.ts";
import { fieldsBelow, type ObjectNode, semanticNodes } from "../mapping-tree.ts";

/** A field whose texts a model embeds. */
export interface SemanticTexts {
  readonly path: string;
  readonly endpoint: string;
  /** Undefined: as the endpoint says. */
  readonly chunking: JsonObject | undefined;
  /** Paths of the values in a document: its own, and those that are copied to it, in order. */
  readonly sources: readonly string[];
}

export function semanticTexts(root: ObjectNode): readonly SemanticTexts[] {
  return [...semanticNodes(root)].map(({ node, holder }) => {
    const own = holder?.path ?? node.path;
    const copied = [...fieldsBelow(root)].filter(({ copyTo }) => copyTo.includes(own)).map(({ path }) => path);
    const { endpoint = "", chunking } = node.field.semantic ?? {};
    return { path: node.path, endpoint, chunking, sources: [...new Set([own, ...copied])].sort() };
  });
}
