/** `max_retry`: a copy that failed too often is tried no more; failures are not counted here. */
import { type Decider, yes } from "../decider.ts";

export const maxRetry: Decider = {
  name: "max_retry",
  decide: () => yes("shard has no previous failures"),
};
