/**
 * Automata of byte sequences in the forms of Morfologik: FSA5, and CFSA2 with labels by number and addresses of varying
 * length. They are read in place. Whatever leads out of the bytes is damage, for which an Error is thrown.
 */

/** `\fsa`. */
const MAGIC = [0x5c, 0x66, 0x73, 0x61];
const HEADER_BYTES = 5;
const FSA5 = 5;
const CFSA2 = 0xc6;
const CFSA2_FLAGS = 0x07;
const CFSA2_NUMBERS = 0x100;
/** A node has at most one arc for each byte. */
const MOST_ARCS = 256;

/** An arc as it stands in the bytes. */
export interface Arc {
  readonly label: number;
  /** Whether a sequence ends with it. */
  readonly isFinal: boolean;
  /** The node that it leads to; 0: none. */
  readonly target: number;
}

/** See the file comment. */
export interface Automaton {
  readonly root: number;
  /** The arcs of a node, in order. */
  arcs(node: number): readonly Arc[];
}

/** Reads the header; throws an Error for bytes that are no automaton. */
export function readAutomaton(bytes: Uint8Array): Automaton {
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) throw new Error("it is no automaton");
  const version = bytes[HEADER_BYTES - 1];
  if (version === FSA5) return new Fsa5(bytes.subarray(HEADER_BYTES));
  if (version === CFSA2) return new Cfsa2(bytes.subarray(HEADER_BYTES));
  throw new Error(`it is an automaton of version [${version ?? "none"}], only [5] and [198] can be read`);
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Error("the automaton is damaged");
  return byte;
}

/** Version 5: a label, then flags and an address of a fixed number of bytes. */
class Fsa5 implements Automaton {
  readonly root: number;
  readonly #bytes: Uint8Array;
  /** Bytes of the number that each node may begin with. */
  readonly #numberBytes: number;
  readonly #addressBytes: number;

  constructor(bytes: Uint8Array) {
    // The two bytes before are a filler and a separator that only builders use.
    const sizes = byteAt(bytes, 2);
    this.#numberBytes = sizes >> 4;
    this.#addressBytes = sizes & 0x0f;
    this.#bytes = bytes.subarray(3);
    // The first node is empty; the only arc of the second leads to the root.
    const [start] = this.arcs(this.#end(this.#numberBytes));
    this.root = start?.target ?? 0;
  }

  arcs(node: number): readonly Arc[] {
    const arcs: Arc[] = [];
    for (let at = node + this.#numberBytes, isLast = false; !isLast;) {
      const flags = byteAt(this.#bytes, at + 1);
      const end = this.#end(at);
      isLast = (flags & 2) !== 0;
      arcs.push({
        label: byteAt(this.#bytes, at),
        isFinal: (flags & 1) !== 0,
        target: (flags & 4) !== 0 ? end : this.#address(at + 1),
      });
      if (arcs.length > MOST_ARCS) throw new Error("the automaton is damaged");
      at = end;
    }
    return arcs;
  }

  /** Where an arc ends: without an address when its node stands behind it. */
  #end(at: number): number {
    return at + 1 + ((byteAt(this.#bytes, at + 1) & 4) !== 0 ? 1 : this.#addressBytes);
  }

  #address(at: number): number {
    let address = 0;
    for (let index = this.#addressBytes - 1; index >= 0; index--)
      address = address * 256 + byteAt(this.#bytes, at + index);
    return Math.floor(address / 8);
  }
}

/**
 * Version 0xC6: flags with the number of a frequent label or the label behind them, then an address in groups of seven
 * bits.
 */
class Cfsa2 implements Automaton {
  readonly root: number;
  readonly #bytes: Uint8Array;
  readonly #labels: Uint8Array;
  readonly #hasNumbers: boolean;

  constructor(bytes: Uint8Array) {
    const flags = byteAt(bytes, 0) * 256 + byteAt(bytes, 1);
    if ((flags & ~CFSA2_NUMBERS) !== CFSA2_FLAGS)
      throw new Error(`the automaton has flags [0x${flags.toString(16)}] that are not known`);
    this.#hasNumbers = (flags & CFSA2_NUMBERS) !== 0;
    const labelCount = byteAt(bytes, 2);
    this.#labels = bytes.subarray(3, 3 + labelCount);
    this.#bytes = bytes.subarray(3 + labelCount);
    const [start] = this.arcs(0);
    this.root = start?.target ?? 0;
  }

  arcs(node: number): readonly Arc[] {
    const arcs: { label: number; isFinal: boolean; target: number }[] = [];
    let at = this.#hasNumbers ? this.#number(node).end : node;
    for (let isLast = false; !isLast;) {
      const flags = byteAt(this.#bytes, at++);
      const label = (flags & 0x1f) > 0 ? byteAt(this.#labels, flags & 0x1f) : byteAt(this.#bytes, at++);
      isLast = (flags & 0x40) !== 0;
      let target = -1;
      if ((flags & 0x80) === 0) ({ value: target, end: at } = this.#number(at));
      arcs.push({ label, isFinal: (flags & 0x20) !== 0, target });
      if (arcs.length > MOST_ARCS) throw new Error("the automaton is damaged");
    }
    // An arc without an address leads to the node behind this one.
    for (const arc of arcs) if (arc.target < 0) arc.target = at;
    return arcs;
  }

  #number(from: number): { readonly value: number; readonly end: number } {
    let value = 0;
    let at = from;
    for (let factor = 1; ; factor *= 128) {
      const byte = byteAt(this.#bytes, at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return { value, end: at };
    }
  }
}
