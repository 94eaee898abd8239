/** Parameters of numbers that are not given together with a script. */
export const scriptExcludes: readonly string[] = ["ignore_malformed", "coerce", "null_value"];
