/** Drives any operator window by window. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { keepLive, loadLive } from "./live-windows.ts";

/** Windows of one step: a step takes milliseconds unless a leaf is slow, and slow leaves check the time themselves. */
const STEP_WINDOWS = 64;

export interface WindowRunOptions {
  readonly operator: Operator;
  readonly context: OperatorContext;
  readonly live: Uint32Array | undefined;
  /** Read again for each window. */
  readonly scored: boolean;
  /** Only windows from `from` to `to` are looked at, multiples of WINDOW_DOCS or the end; absent: all. */
  readonly from?: number;
  readonly to?: number;
  /** Windows of one step; absent: as many as take some milliseconds where nothing is slow. */
  readonly stepWindows?: number | undefined;
  /** Whether no further window is needed; checked before each window. */
  isOver?(): boolean;
  /** Whether the window at `base` can be skipped. */
  skip?(base: number): boolean;
  /** Receives a window with at least one live match. */
  take(base: number, window: WindowBuffer): void;
}

export class WindowRun {
  private readonly options: WindowRunOptions;
  private readonly window: WindowBuffer;
  private readonly candidates: WindowBuffer | undefined;
  private from: number;
  private readonly to: number;

  constructor(options: WindowRunOptions) {
    this.options = options;
    this.from = options.from ?? 0;
    this.to = options.to ?? NO_MORE_DOCS;
    this.window = options.context.window();
    // Expensive leaves can skip deleted documents; for the others the bits are cleared afterwards.
    this.candidates = options.live && options.operator.twoPhase ? options.context.window() : undefined;
  }

  /** Processes the windows of a step. Returns whether there may be more. */
  step(): boolean {
    const { options } = this;
    const { stepWindows = STEP_WINDOWS } = options;
    for (let i = 0; i < stepWindows; i++) {
      if (options.isOver?.()) return false;
      const base = options.operator.nextWindow(this.from);
      if (base === NO_MORE_DOCS || base >= this.to) return false;
      this.from = base + WINDOW_DOCS;
      if (!options.skip?.(base)) this.look(base);
    }
    return true;
  }

  private look(base: number): void {
    const { operator, context, live, scored } = this.options;
    const { window, candidates } = this;
    if (live && candidates) {
      loadLive(live, base, candidates);
      if (!operator.fill(base, window, scored, candidates)) return;
    } else {
      if (!operator.fill(base, window, scored)) return;
      if (live) {
        keepLive(live, base, window);
        if (context.kernel.windowAny(window.bitsAddress) === 0) return;
      }
    }
    this.options.take(base, window);
  }
}
