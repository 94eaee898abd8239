/** Which nested objects, of those visible to the caller, are at and above a path. */
import type { MappingView } from "../mapping/mapping-view.ts";

/** Paths of the nested objects above a path, outermost first. */
export function nestedAbove(path: string, mapping: MappingView): string[] {
  const paths: string[] = [];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const parent = path.slice(0, dot);
    if (isNestedObject(parent, mapping)) paths.push(parent);
  }
  return paths;
}

/** Whether the path is a nested object. */
export function isNestedObject(path: string, mapping: MappingView): boolean {
  return mapping.field(path)?.capabilities.object === "nested";
}
