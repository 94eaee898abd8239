/** Documents with their only point in a box. Scores 0: wrap it where it must score. */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { PresenceOperator } from "../field-exists/presence.ts";
import { ColumnRange, type ComparableColumn } from "../range/column-range.ts";
import type { PointBox } from "./point-area.ts";

export class PointBoxOperator implements Operator {
  readonly cost: number;
  readonly #context: OperatorContext;
  readonly #present: PresenceOperator;
  readonly #latitudes: ColumnRange;
  /** Either side of the date line, where the box crosses it. */
  readonly #longitudes: readonly ColumnRange[];

  constructor(
    context: OperatorContext,
    field: string,
    columns: { readonly latitudes: ComparableColumn; readonly longitudes: ComparableColumn },
    { south, north, west, east }: PointBox,
  ) {
    const range = (column: ComparableColumn, low: number, high: number): ColumnRange => {
      const made = new ColumnRange(context, field, column);
      made.between(low, high);
      return made;
    };
    this.#context = context;
    this.#present = new PresenceOperator(context, field);
    this.cost = this.#present.cost;
    this.#latitudes = range(columns.latitudes, south, north);
    this.#longitudes =
      west <= east
        ? [range(columns.longitudes, west, east)]
        : [range(columns.longitudes, west, Infinity), range(columns.longitudes, -Infinity, east)];
  }

  nextWindow(from: number): number {
    return this.#present.nextWindow(from);
  }

  maxScore(): number {
    return 0;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.#context;
    const between = this.#context.borrow();
    this.#latitudes.fill(base, between, candidates);
    const any = this.#fillLongitudes(base, into, between);
    this.#context.giveBack(between);
    if (any && scored) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return any;
  }

  #fillLongitudes(base: number, into: WindowBuffer, candidates: WindowBuffer): boolean {
    const [first, second] = this.#longitudes;
    const any = first!.fill(base, into, candidates);
    if (!second) return any;
    const others = this.#context.borrow();
    const anyOther = second.fill(base, others, candidates);
    if (anyOther) this.#context.kernel.windowOr(into.bitsAddress, others.bitsAddress);
    this.#context.giveBack(others);
    return any || anyOther;
  }
}
