/** How pipelines treat buckets without a value (`BucketHelpers.GapPolicy`). */
import { parsingException } from "../../compat/errors.ts";

const GAP_POLICIES = ["insert_zeros", "skip", "keep_values"] as const;

export type GapPolicy = (typeof GAP_POLICIES)[number];

/** Parses a policy. Throws 400. */
export function parseGapPolicy(text: string): GapPolicy {
  const policy = GAP_POLICIES.find((name) => name === text);
  if (policy) return policy;
  throw parsingException(`Invalid gap policy: [${text}], accepted values: [${GAP_POLICIES.join(", ")}]`);
}

/** The value for a bucket without documents or with a non-finite value; NaN: none. */
export function overGap(policy: GapPolicy, value: number): number {
  if (policy === "insert_zeros") return 0;
  return policy === "keep_values" && Number.isFinite(value) ? value : Number.NaN;
}
