/** Pictures of numbers, drawn by the page's own colours: a line over time, and bars to be dragged over. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { count } from "../core/format.ts";

const WIDTH = 320;
const HEIGHT = 64;

/** The last values of something, newest at the right; `room` of them fill it. */
export function Line({ values, label, room }: { values: readonly number[]; label: string; room: number }) {
  const top = Math.max(...values, 1e-9);
  const step = WIDTH / Math.max(room - 1, 1);
  const left = WIDTH - (values.length - 1) * step;
  const points = values.map(
    (value, at) => `${(left + at * step).toFixed(1)},${(HEIGHT - (value / top) * (HEIGHT - 4) - 1).toFixed(1)}`,
  );
  return (
    <svg class="line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {points.length > 1 && (
        <>
          <polygon points={`${left},${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`} />
          <polyline points={points.join(" ")} vector-effect="non-scaling-stroke" />
        </>
      )}
    </svg>
  );
}

/** One bar. */
export interface Bar {
  readonly from: number;
  readonly label: string;
  readonly value: number;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly title: string;
  /** A range that was dragged over: positions of the first and last bar. */
  readonly onPick?: (first: number, last: number) => void;
}

/** A histogram with a table behind it for those who do not see it. */
export function Bars({ bars, title, onPick }: BarsProps) {
  const box = useRef<HTMLDivElement>(null);
  const start = useSignal<number | undefined>(undefined);
  const end = useSignal<number | undefined>(undefined);
  const top = Math.max(1, ...bars.map(({ value }) => value));
  const at = (event: PointerEvent): number => {
    const { left, width } = box.current!.getBoundingClientRect();
    return Math.max(0, Math.min(bars.length - 1, Math.floor(((event.clientX - left) / width) * bars.length)));
  };
  const chosen = (position: number): boolean =>
    start.value !== undefined &&
    end.value !== undefined &&
    position >= Math.min(start.value, end.value) &&
    position <= Math.max(start.value, end.value);
  const finish = (): void => {
    if (start.value !== undefined && end.value !== undefined)
      onPick?.(Math.min(start.value, end.value), Math.max(start.value, end.value));
    start.value = end.value = undefined;
  };
  return (
    <figure class="bars">
      <figcaption>{title}</figcaption>
      <div
        ref={box}
        class="plot"
        aria-hidden="true"
        onPointerDown={(event) => {
          if (!onPick) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          start.value = end.value = at(event);
        }}
        onPointerMove={(event) => {
          if (start.value !== undefined) end.value = at(event);
        }}
        onPointerUp={finish}
      >
        {bars.map(({ from, label, value }, position) => (
          <span key={from} class={chosen(position) ? "on" : ""} title={`${label}: ${count(value)}`}>
            <i style={{ height: `${value === 0 ? 0 : Math.max(2, (100 * value) / top)}%` }} />
          </span>
        ))}
      </div>
      <p class="ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <details class="data">
        <summary>As a table</summary>
        <div class="scroll small" tabIndex={0} role="region" aria-label={title}>
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col" class="num">
                  Number
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map(({ from, label, value }, position) => (
                <tr key={from}>
                  <td>
                    {onPick ? (
                      <button type="button" class="link" onClick={() => onPick(position, position)}>
                        {label}
                      </button>
                    ) : (
                      label
                    )}
                  </td>
                  <td class="num">{count(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
