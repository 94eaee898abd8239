/** The names of identity permissions: what a role's entry for the application `wardex` may give. */

/** The four of a model. */
export function modelPermissionsOf(model: string): string[] {
  return ["view", "add", "change", "delete"].map((what) => `${what}_${model}`);
}
