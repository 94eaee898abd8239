/** Which nested objects, of those that the caller sees, stand at and around a path. */
import type { MappingView } from "../mapping/mapping-view.ts";

/** The nested objects around a path, the outermost first. */
export function nestedAbove(path: string, mapping: MappingView): string[] {
  const paths: string[] = [];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const parent = path.slice(0, dot);
    if (isNestedObject(parent, mapping)) paths.push(parent);
  }
  return paths;
}

/** Whether nested objects stand at a path. */
export function isNestedObject(path: string, mapping: MappingView): boolean {
  return mapping.field(path)?.capabilities.object === "nested";
}
