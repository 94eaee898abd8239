/** Parameters of numbers that cannot be combined with a script. */
export const scriptExcludes: readonly string[] = ["ignore_malformed", "coerce", "null_value"];
