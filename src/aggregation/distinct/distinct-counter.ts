/**
 * Counts distinct 64-bit hashes: exactly while they are few, then by HyperLogLog registers. The estimate is Ertl's
 * improved one ("New cardinality estimation algorithms for HyperLogLog sketches", 2017, algorithm 6), which needs no
 * bias tables. Precision follows Elasticsearch: `HyperLogLogPlusPlus.precisionFromThreshold`.
 */

/** Partial result: hashes as u32 pairs, or registers. */
export type DistinctPartial = { readonly hashes: Uint32Array } | { readonly registers: Uint8Array };

const MAX_LOAD = 0.75;
/** Approximate initial memory of a counter. */
const EMPTY_BYTES = 256;

/** Number of hash bits that choose the register: 4 to 18. */
export function precisionOfThreshold(threshold: number): number {
  const entries = Math.ceil(threshold / MAX_LOAD);
  return Math.min(18, Math.max(4, 32 - Math.clz32(entries * 4)));
}

/** A counter of one bucket. */
export class DistinctCounter {
  readonly #precision: number;
  readonly #exactLimit: number;
  #hashes: Uint32Array | undefined = new Uint32Array(32);
  #size = 0;
  /** The hash 0,0 marks an empty slot and is counted separately. */
  #zero = false;
  #registers: Uint8Array | undefined;
  readonly #reserve: ((bytes: number) => void) | undefined;

  /** `reserve` accounts for the counter's memory. */
  constructor(threshold: number, reserve?: (bytes: number) => void) {
    this.#precision = precisionOfThreshold(threshold);
    this.#exactLimit = Math.floor((1 << (this.#precision - 2)) * MAX_LOAD);
    this.#reserve = reserve;
    reserve?.(EMPTY_BYTES);
  }

  add(high: number, low: number): void {
    if (this.#registers) return this.#addToRegisters(this.#registers, high, low);
    if ((high | low) === 0) {
      this.#zero = true;
      return;
    }
    const hashes = this.#hashes!;
    const mask = hashes.length / 2 - 1;
    let place = low & mask;
    while (hashes[2 * place] !== 0 || hashes[2 * place + 1] !== 0) {
      if (hashes[2 * place] === high >>> 0 && hashes[2 * place + 1] === low >>> 0) return;
      place = (place + 1) & mask;
    }
    hashes[2 * place] = high;
    hashes[2 * place + 1] = low;
    if (++this.#size > this.#exactLimit) this.#toRegisters();
    else if (this.#size > mask * MAX_LOAD) this.#grow();
  }

  merge(partial: DistinctPartial): void {
    if ("hashes" in partial) {
      for (let i = 0; i < partial.hashes.length; i += 2) this.add(partial.hashes[i]!, partial.hashes[i + 1]!);
      return;
    }
    if (!this.#registers) this.#toRegisters();
    const registers = this.#registers!;
    for (let i = 0; i < registers.length; i++)
      if (partial.registers[i]! > registers[i]!) registers[i] = partial.registers[i]!;
  }

  partial(): DistinctPartial {
    if (this.#registers) return { registers: this.#registers.slice() };
    const hashes = new Uint32Array((this.#size + (this.#zero ? 1 : 0)) * 2);
    let at = this.#zero ? 2 : 0;
    this.#each((high, low) => {
      hashes[at++] = high;
      hashes[at++] = low;
    });
    return { hashes };
  }

  /** The number of distinct hashes, rounded. */
  count(): number {
    return this.#registers ? Math.round(estimate(this.#registers, this.#precision)) : this.#size + (this.#zero ? 1 : 0);
  }

  #each(visit: (high: number, low: number) => void): void {
    const hashes = this.#hashes!;
    for (let i = 0; i < hashes.length; i += 2)
      if (hashes[i] !== 0 || hashes[i + 1] !== 0) visit(hashes[i]!, hashes[i + 1]!);
  }

  #grow(): void {
    const old = this.#hashes!;
    this.#reserve?.(old.byteLength);
    this.#hashes = new Uint32Array(old.length * 2);
    this.#size = 0;
    for (let i = 0; i < old.length; i += 2) if (old[i] !== 0 || old[i + 1] !== 0) this.add(old[i]!, old[i + 1]!);
  }

  #toRegisters(): void {
    this.#reserve?.(1 << this.#precision);
    const registers = new Uint8Array(1 << this.#precision);
    this.#each((high, low) => this.#addToRegisters(registers, high, low));
    if (this.#zero) this.#addToRegisters(registers, 0, 0);
    this.#registers = registers;
    this.#hashes = undefined;
  }

  #addToRegisters(registers: Uint8Array, high: number, low: number): void {
    const index = high >>> (32 - this.#precision);
    const restHigh = (high << this.#precision) | (low >>> (32 - this.#precision));
    const restLow = low << this.#precision;
    const zeros = restHigh !== 0 ? Math.clz32(restHigh) : 32 + Math.clz32(restLow);
    const run = Math.min(zeros, 64 - this.#precision) + 1;
    if (run > registers[index]!) registers[index] = run;
  }
}

/** Ertl's estimator over register values 0 .. 64 - p + 1. */
function estimate(registers: Uint8Array, precision: number): number {
  const m = registers.length;
  const q = 64 - precision;
  const multiplicity = new Float64Array(q + 2);
  for (let i = 0; i < m; i++) multiplicity[registers[i]!]! += 1;
  let z = m * tau((m - multiplicity[q + 1]!) / m);
  for (let k = q; k >= 1; k--) z = 0.5 * (z + multiplicity[k]!);
  z += m * sigma(multiplicity[0]! / m);
  return (m * m) / (2 * Math.LN2 * z);
}

function sigma(start: number): number {
  if (start === 1) return Infinity;
  let x = start;
  let y = 1;
  let z = x;
  for (let before = -1; before !== z;) {
    before = z;
    x *= x;
    z += x * y;
    y += y;
  }
  return z;
}

function tau(start: number): number {
  if (start === 0 || start === 1) return 0;
  let x = start;
  let y = 1;
  let z = 1 - x;
  for (let before = -1; before !== z;) {
    before = z;
    x = Math.sqrt(x);
    y *= 0.5;
    z -= (1 - x) * (1 - x) * y;
  }
  return z / 3;
}
