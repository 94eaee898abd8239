/** A file on its way into an index: read in slices, written in bulk requests, two of them under way at once. */
import { signal } from "@preact/signals";
import { call, type Fault, part } from "./api.ts";
import { CsvReader, delimiterOf } from "./csv.ts";
import { type ColumnType, valueOf } from "./guess.ts";
import { JsonPieces } from "./json-pieces.ts";

export type FileForm = "csv" | "json";

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Its first values. */
  readonly values: readonly string[];
}

/** What a file seems to hold. */
export interface Sample {
  readonly form: FileForm;
  readonly delimiter: string;
  readonly columns: readonly Column[];
  readonly rows: number;
}

export interface Plan {
  readonly file: File;
  readonly sample: Sample;
  readonly index: string;
  /** Column of the `_id`; undefined: the server makes them. */
  readonly id: string | undefined;
  readonly columns: readonly Column[];
  /** Columns that are latitude and longitude of one place, and its name. */
  readonly place: { readonly lat: string; readonly lon: string; readonly name: string } | undefined;
}

/** A line that was not written. */
export interface Refused {
  readonly row: number;
  readonly reason: string;
  readonly text: string;
}

const PIECE_BYTES = 2_000_000;
const MOST_REFUSED = 10_000;
const UNDER_WAY = 2;
const SAMPLE_BYTES = 1_000_000;
export const SAMPLE_ROWS = 1000;

export const formOf = (file: File): FileForm => (/\.(json|ndjson|jsonl)$/i.test(file.name) ? "json" : "csv");

/** Reads the beginning of a file. */
export async function sampleOf(file: File, guess: (values: readonly string[]) => ColumnType): Promise<Sample> {
  const text = await file.slice(0, SAMPLE_BYTES).text();
  const isWhole = file.size <= SAMPLE_BYTES;
  const form = formOf(file);
  if (form === "json") {
    const objects = new JsonPieces()
      .push(text)
      .slice(0, SAMPLE_ROWS)
      .map((one) => JSON.parse(one) as Record<string, unknown>);
    const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
    const columns = names.map((name) => {
      const values = objects.map((one) => plain(one[name]));
      const isNested = objects.some((one) => typeof one[name] === "object" && one[name] !== null);
      return { name, type: isNested ? ("skip" as const) : guess(values), values: values.slice(0, 3) };
    });
    return { form, delimiter: "", columns, rows: objects.length };
  }
  const delimiter = /\.tsv$/i.test(file.name) ? "\t" : delimiterOf(text);
  const reader = new CsvReader(delimiter);
  const rows = [...reader.push(withoutMark(text)), ...(isWhole ? reader.end() : [])].slice(0, SAMPLE_ROWS + 1);
  const [names = [], ...data] = rows;
  const columns = names.map((name, at) => {
    const values = data.map((row) => row[at] ?? "");
    return {
      name: name.trim() || `column_${at + 1}`,
      type: guess(values),
      values: values.filter((one) => one !== "").slice(0, 3),
    };
  });
  return { form, delimiter, columns, rows: data.length };
}

const plain = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");

export type UploadState = "running" | "paused" | "done" | "stopped";

/** One import under way; its numbers are signals. */
export class Upload {
  readonly plan: Plan;
  readonly state = signal<UploadState>("running");
  readonly readBytes = signal(0);
  readonly written = signal(0);
  readonly refused = signal<readonly Refused[]>([]);
  readonly refusedRows = signal(0);
  readonly fault = signal<Fault | undefined>(undefined);
  readonly startedMs = performance.now();
  readonly #wakers: (() => void)[] = [];

  constructor(plan: Plan) {
    this.plan = plan;
  }

  pause(): void {
    this.state.value = "paused";
  }

  goOn(): void {
    this.fault.value = undefined;
    this.state.value = "running";
    for (const wake of this.#wakers.splice(0)) wake();
  }

  stop(): void {
    this.state.value = "stopped";
    for (const wake of this.#wakers.splice(0)) wake();
  }

  /** Ends when all is written, or when it is told to. */
  async run(): Promise<void> {
    const under = new Set<Promise<void>>();
    let lines: { row: number; text: string }[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      const piece = lines;
      lines = [];
      size = 0;
      const sending = this.#send(piece).finally(() => under.delete(sending));
      under.add(sending);
      if (under.size >= UNDER_WAY) await Promise.race(under);
    };
    for await (const line of this.#lines()) {
      if (this.#isStopped()) return;
      lines.push(line);
      size += line.text.length;
      if (size >= PIECE_BYTES) await flush();
    }
    if (lines.length > 0) await flush();
    await Promise.all(under);
    if (this.#isStopped()) return;
    await call("POST", `/${part(this.plan.index)}/_refresh`);
    this.state.value = "done";
  }

  #isStopped(): boolean {
    return this.state.value === "stopped";
  }

  /** The two lines of the bulk request for each row of the file. */
  async *#lines(): AsyncGenerator<{ row: number; text: string }> {
    const { file, sample } = this.plan;
    const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
    const csv = new CsvReader(sample.delimiter);
    const json = new JsonPieces();
    const encoder = new TextEncoder();
    let names: readonly string[] | undefined;
    let row = 0;
    for (;;) {
      await this.#whilePaused();
      if (this.#isStopped()) return;
      const { done, value = "" } = await reader.read();
      if (sample.form === "json") {
        for (const text of json.push(value)) yield { row: ++row, text: this.#ofObject(text) };
      } else {
        const text = row === 0 && names === undefined ? withoutMark(value) : value;
        for (const cells of done ? csv.end() : csv.push(text)) {
          if (names === undefined) names = cells.map((name, at) => name.trim() || `column_${at + 1}`);
          else yield { row: ++row, text: this.#ofCells(cells) };
        }
      }
      if (done) break;
      this.readBytes.value += encoder.encode(value).length;
    }
    if (json.isOpen) this.#refuse({ row: row + 1, reason: "the file ends within an object", text: "" });
  }

  #ofCells(cells: readonly string[]): string {
    const { columns, id, place } = this.plan;
    const source: Record<string, unknown> = {};
    let key: string | undefined;
    columns.forEach(({ name, type }, at) => {
      const cell = cells[at] ?? "";
      if (name === id) key = cell;
      const value = valueOf(cell, type);
      if (value !== undefined) source[name] = value;
    });
    if (place) {
      const at = (name: string): number =>
        Number(cells[columns.findIndex((column) => column.name === name)] || Number.NaN);
      const [lat, lon] = [at(place.lat), at(place.lon)];
      if (!Number.isNaN(lat + lon)) source[place.name] = { lat, lon };
    }
    return `${action(key)}\n${JSON.stringify(source)}\n`;
  }

  #ofObject(text: string): string {
    const { id } = this.plan;
    const line = text.includes("\n") ? JSON.stringify(JSON.parse(text)) : text;
    if (id === undefined) return `${action(undefined)}\n${line}\n`;
    const value = (JSON.parse(text) as Record<string, unknown>)[id];
    return `${action(value === undefined ? undefined : plain(value))}\n${line}\n`;
  }

  async #send(lines: readonly { row: number; text: string }[]): Promise<void> {
    const body = lines.map(({ text }) => text).join("");
    for (let tries = 0; ; tries++) {
      await this.#whilePaused();
      if (this.#isStopped()) return;
      interface Item {
        readonly status: number;
        readonly error?: {
          readonly type: string;
          readonly reason: string;
          readonly caused_by?: { readonly reason: string };
        };
      }
      const path = `/${part(this.plan.index)}/_bulk?filter_path=errors,items.*.status,items.*.error`;
      const answer = await call<{ readonly errors: boolean; readonly items: readonly Record<string, Item>[] }>(
        "POST",
        path,
        body,
        {
          type: "application/x-ndjson",
        },
      );
      if (answer.ok) {
        let good = lines.length;
        if (answer.body.errors)
          answer.body.items.forEach((item, at) => {
            const error = Object.values(item)[0]?.error;
            if (!error) return;
            good--;
            const reason = error.caused_by ? `${error.reason}: ${error.caused_by.reason}` : error.reason;
            this.#refuse({ row: lines[at]?.row ?? 0, reason, text: lines[at]?.text.split("\n")[1] ?? "" });
          });
        this.written.value += good;
        return;
      }
      if (answer.status === 429 && tries < 5) await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
      else {
        // Nothing of the piece is lost: it is sent again when somebody says so.
        this.fault.value = answer.fault;
        this.state.value = "paused";
      }
    }
  }

  #refuse(refused: Refused): void {
    this.refusedRows.value++;
    if (this.refused.value.length < MOST_REFUSED) this.refused.value = [...this.refused.value, refused];
  }

  async #whilePaused(): Promise<void> {
    while (this.state.value === "paused") await new Promise<void>((resolve) => this.#wakers.push(resolve));
  }
}

const action = (id: string | undefined): string =>
  JSON.stringify({ index: id === undefined || id === "" ? {} : { _id: id } });
