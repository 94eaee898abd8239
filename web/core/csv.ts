/** Tables as text (RFC 4180 and its relatives), read piece by piece and written cell by cell. */

/** Takes pieces of a text, gives the rows that are complete. */
export class CsvReader {
  readonly #delimiter: string;
  #row: string[] = [];
  #cell = "";
  /** `quoted`: within quotes; `closing`: behind a quote within quotes, which may be one of two. */
  #state: "begin" | "plain" | "quoted" | "closing" = "begin";
  #pendingReturn = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  push(text: string): string[][] {
    const rows: string[][] = [];
    for (let at = 0; at < text.length; at++) {
      const letter = text[at]!;
      if (this.#pendingReturn) {
        this.#pendingReturn = false;
        if (letter === "\n") continue;
      }
      this.#take(letter, rows);
    }
    return rows;
  }

  /** The last row, which needs no end of line. */
  end(): string[][] {
    if (this.#state === "begin" && this.#row.length === 0) return [];
    const rows: string[][] = [];
    this.#endRow(rows);
    return rows;
  }

  #take(letter: string, rows: string[][]): void {
    if (this.#state === "quoted") {
      if (letter === '"') this.#state = "closing";
      else this.#cell += letter;
      return;
    }
    if (letter === '"' && this.#state !== "plain") {
      // Two quotes within quotes are one; a quote at the beginning opens.
      if (this.#state === "closing") this.#cell += '"';
      this.#state = "quoted";
    } else if (letter === this.#delimiter) this.#endCell();
    else if (letter === "\n" || letter === "\r") {
      this.#pendingReturn = letter === "\r";
      if (this.#state === "begin" && this.#row.length === 0) return;
      this.#endRow(rows);
    } else {
      this.#state = "plain";
      this.#cell += letter;
    }
  }

  #endCell(): void {
    this.#row.push(this.#cell);
    this.#cell = "";
    this.#state = "begin";
  }

  #endRow(rows: string[][]): void {
    this.#endCell();
    rows.push(this.#row);
    this.#row = [];
  }
}

/** The delimiter that the first lines have most of. */
export function delimiterOf(sample: string): string {
  const [line = ""] = sample.split(/\r?\n/, 1);
  const counted = ["\t", ";", ",", "|"].map((one) => [one, line.split(one).length] as const);
  return counted.toSorted((left, right) => right[1] - left[1])[0]?.[0] ?? ",";
}

/** A cell; texts that spreadsheets would run as formulas get an apostrophe. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return quoted(typeof value === "object" ? JSON.stringify(value) : String(value));
  return quoted(/^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value);
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
