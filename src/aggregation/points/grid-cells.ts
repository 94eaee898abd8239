/** Cells of a grid as numbers while documents are collected: names are made once for each cell. */
export interface GridCells {
  /** The number of the cell that holds a point of a column. */
  number(lat: number, lon: number): number;
  /** The name of a cell that `number` has answered. */
  name(number: number): string;
  /** Order of cells by their numbers. */
  compare(left: number, right: number): number;
}

/** Cells whose names hold more than the 53 bits of a double, numbered in order of first sight. */
export function namedCells(
  cellOf: (lat: number, lon: number) => string,
  compare: (left: string, right: string) => number,
): GridCells {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    number(lat, lon) {
      const name = cellOf(lat, lon);
      let number = numbers.get(name);
      if (number === undefined) numbers.set(name, (number = names.push(name) - 1));
      return number;
    },
    name: (number) => names[number]!,
    compare: (left, right) => compare(names[left]!, names[right]!),
  };
}
