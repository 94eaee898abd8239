/** No documents. */
import { NO_MORE_DOCS } from "../../segment/format.ts";
import type { Operator, WindowBuffer } from "../operator.ts";

export class MatchNoneOperator implements Operator {
  readonly cost = 0;

  nextWindow(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return 0;
  }

  fill(_base: number, into: WindowBuffer): boolean {
    into.bits.fill(0);
    return false;
  }
}
