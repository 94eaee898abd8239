/** How the blocks of source files are compressed. */
import { compressBlock, decompressBlock } from "../../kernel/codec.ts";

/** A lossless codec. */
export interface BlockCodec {
  compress(bytes: Uint8Array): Uint8Array;
  /**
   * The original `size` bytes, at the beginning of `into` where that is given; throws when `bytes` cannot be their
   * compressed form.
   */
  decompress(bytes: Uint8Array, size: number, into?: Uint8Array): Uint8Array;
}

/** The kernel's LZ4-class codec, which source files are written with. */
export const kernelCodec: BlockCodec = { compress: compressBlock, decompress: decompressBlock };
