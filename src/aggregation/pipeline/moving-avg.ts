/** Was removed in version 8: `moving_fn` does what it did. */
import { parsingException } from "../../compat/errors.ts";
import type { PipelineKind } from "../aggregation-kind.ts";

export const movingAvg: PipelineKind = {
  name: "moving_avg",
  summary: "Removed in version 8, and refused as there: moving_fn does what it did.",
  parse() {
    throw parsingException(
      "Moving Average aggregation usage is not supported. Use the [moving_fn] aggregation instead.",
    );
  },
};
