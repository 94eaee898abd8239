/** Which paths of a mapping are nested objects. */
import type { MappingView } from "../../mapping/mapping-view.ts";

/** Whether a path is a nested object. A hidden object counts if the caller may see a field in it. */
export function isNestedObject(mapping: MappingView, path: string): boolean {
  const shown = mapping.field(path)?.type;
  if (shown !== undefined || mapping.hiddenType?.(path) !== "nested") return shown === "nested";
  return mapping.matching(`${path}.*`).length > 0;
}
