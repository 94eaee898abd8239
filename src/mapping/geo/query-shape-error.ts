import { illegalArgument } from "../../compat/errors.ts";

/** Throws for an exact query on a geometry field. */
export function queryShapeError(path: string): never {
  throw illegalArgument(
    `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${path}]`,
  );
}
