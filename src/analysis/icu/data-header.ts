/** The header of all ICU data, archives and entries alike (ICU's DataHeader and UDataInfo). */
import { damagedData } from "./damaged-data.ts";

/** The two bytes that identify ICU data, after the header size. */
const MAGIC = 0x27da;

/** Bytes of the part that all headers share. */
const FIXED_BYTES = 20;

/** A decoded header. */
export interface DataHeader {
  /** Bytes of the header; the data follow it. */
  readonly size: number;
  /** Four letters, such as `ResB`. */
  readonly format: string;
  /** Major version of the format. */
  readonly formatVersion: number;
  /** Version of the content, such as `13.0` for collation. */
  readonly dataVersion: string;
}

/** Decodes the header; `name` is for errors. Throws 400 for another format, and for big-endian data. */
export function readDataHeader(name: string, bytes: Uint8Array, format: string): DataHeader {
  if (bytes.length < FIXED_BYTES + 4) throw damagedData(name, "there is no header");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = view.getUint16(0, true);
  if (view.getUint16(2, true) !== MAGIC || view.getUint8(8) !== 0)
    throw damagedData(name, "it does not begin as little-endian data do");
  const found = String.fromCharCode(...bytes.subarray(12, 16));
  if (found !== format) throw damagedData(name, `it has the format [${found}] and not [${format}]`);
  if (size < FIXED_BYTES + 4 || size > bytes.length) throw damagedData(name, "it ends within its header");
  return { size, format, formatVersion: view.getUint8(16), dataVersion: `${view.getUint8(20)}.${view.getUint8(21)}` };
}
