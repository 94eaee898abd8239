/** A document as runtime fields read it. */
import type { IndexAccess } from "../../access/index-access.ts";
import { filterFields } from "../../access/source-field-filter.ts";
import { parseSource } from "../../documents/write/source-json.ts";
import type { JsonObject } from "../../core/json.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { RuntimeDocument } from "../../mapping/runtime/runtime-values.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Operation } from "../../store/operation-log.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { RuntimeValue } from "../../mapping/runtime/runtime-values.ts";
import { columnOf } from "../../mapping/value-columns.ts";
import { scriptColumns } from "../../mapping/script-columns.ts";
import type { ScriptColumns } from "../../scripting/script-document.ts";

/** The caller's view: the mapping as rendered for the caller, and the caller's access. */
export interface Seeing {
  readonly mapping: MappingView;
  readonly access: IndexAccess | undefined;
}

/** The document of a record; its source, as the mapping renders it, is parsed on demand. */
export class RecordDocument implements RuntimeDocument {
  readonly #record: Operation;
  readonly #mapping: MappingView;
  readonly #access: IndexAccess | undefined;
  readonly #reader: SegmentReader;
  readonly doc: number;
  #columns: ScriptColumns | undefined;
  /** Runtime fields whose values are being made. */
  readonly #making: string[] = [];
  #bytes: Uint8Array | undefined;
  #source: JsonObject | undefined;
  #visible: JsonObject | undefined;
  #text: string | undefined;

  constructor(record: Operation, { mapping, access }: Seeing, reader: SegmentReader, doc: number) {
    this.#record = record;
    this.#mapping = mapping;
    this.#access = access;
    this.#reader = reader;
    this.doc = doc;
  }

  get source(): JsonObject {
    if (!this.#source) {
      const bytes = this.#shown();
      this.#source = bytes.length === 0 ? {} : parseSource(bytes);
    }
    return this.#source;
  }

  get visibleSource(): JsonObject {
    return (this.#visible ??= filterFields(this.source, this.#access));
  }

  get text(): string {
    const bytes = this.#shown();
    return (this.#text ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  }

  get columns(): ScriptColumns {
    if (this.#columns) return this.#columns;
    const columns = scriptColumns(this.#mapping, this.#reader);
    return (this.#columns = (path) => {
      const field = this.#mapping.field(path);
      return field?.runtime?.values ? columnOf(field, this.#runtimeValues(field)) : columns(path);
    });
  }

  /** The values of a runtime field, which a script of another one asks for. */
  #runtimeValues(field: MappedField): readonly RuntimeValue[] {
    const { path } = field;
    if (this.#making.includes(path))
      throw illegalArgument(
        `Cyclic dependency detected while resolving runtime fields: ${[...this.#making, path].join(" -> ")}`,
      );
    this.#making.push(path);
    try {
      return field.runtime?.values?.of(this) ?? [];
    } finally {
      this.#making.pop();
    }
  }

  #shown(): Uint8Array {
    return (this.#bytes ??= this.#mapping.sourceLoader?.(this.#record) ?? this.#record.source);
  }
}
