/** A sample of a long series, the same each time. */

/** With more values, a test finds differences that nobody sees. */
const MOST_VALUES = 500;

export interface Sample {
  readonly values: Float64Array;
  /** Where a place of the series is in the sample. */
  placeOf(at: number): number;
}

export function downsampled(values: Float64Array): Sample {
  if (values.length <= MOST_VALUES) return { values, placeOf: (at) => at };
  const places = chosen(values.length);
  return {
    values: Float64Array.from(places, (place) => values[place]!),
    placeOf: (at) => {
      let first = 0;
      while (first < places.length && places[first]! < at) first++;
      return first;
    },
  };
}

/** Places by chance, ascending. */
function chosen(length: number): Uint32Array {
  const places = Uint32Array.from({ length }, (_, i) => i);
  let state = 1;
  for (let i = 0; i < MOST_VALUES; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = i + Math.floor((state / 2 ** 32) * (length - i));
    [places[i], places[other]] = [places[other]!, places[i]!];
  }
  return places.slice(0, MOST_VALUES).sort();
}
