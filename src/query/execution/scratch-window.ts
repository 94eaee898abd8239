/** A window in scratch. Space for scores is leased on first use: most windows hold bits alone. */
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { OperatorContext, WindowBuffer } from "../operator.ts";

const WINDOW_BYTES = WINDOW_DOCS / 8;

export class ScratchWindow implements WindowBuffer {
  readonly bitsAddress: number;
  readonly bits: Uint32Array;
  private readonly context: OperatorContext;
  private leased = 0;
  private view: Float64Array | undefined;

  constructor(context: OperatorContext) {
    this.context = context;
    this.bitsAddress = context.scratch(WINDOW_BYTES);
    this.bits = context.words.subarray(this.bitsAddress / 4, (this.bitsAddress + WINDOW_BYTES) / 4);
  }

  get scoresAddress(): number {
    if (this.leased === 0) this.leased = this.context.scratch(WINDOW_DOCS * 8);
    return this.leased;
  }

  get scores(): Float64Array {
    return (this.view ??= this.context.doubles.subarray(this.scoresAddress / 8, this.scoresAddress / 8 + WINDOW_DOCS));
  }
}
