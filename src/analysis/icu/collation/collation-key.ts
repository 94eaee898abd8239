/** Sort keys: bytes that compare like the texts, level by level (ICU's CollationKeys.writeSortKeyUpToQuaternary). */
import type { CollationElements } from "./collation-elements.ts";
import type { CollationSettings } from "./collation-settings.ts";
import { CommonWeights, KeyLevel } from "./key-level.ts";

/** Bytes with a special meaning on all levels. */
export const LEVEL_SEPARATOR = 1;
const MERGE_SEPARATOR = 2;

/** Bytes that end a run of weights with an omitted lead byte, before a lower or a higher weight. */
const COMPRESSION_LOW = 3;
const COMPRESSION_HIGH = 0xff;

/** Primary weights of the end of the text and of U+FFFE. */
const END_PRIMARY = 1;
const MERGE_PRIMARY = 0x02000000;

/** The most common weight below the primary level, and the weight of the end of the text. */
const COMMON = 0x0500;
const END_WEIGHT = 0x0100;

/** Masks for the lower half of an element. */
const TERTIARY = 0x3f3f;
const CASE_AND_TERTIARY = 0xff3f;
const CASE_AND_QUATERNARY = 0xc0;

/** Shifted weights are below the common weight of the fourth level. */
const HIGHEST_SHIFTED = 0x1b;

/** How the tertiary level treats case. */
type Tertiaries = "plain" | "lower" | "upper";

/** Writes the keys of one collation. Its buffers are allocated once. */
export class SortKeyWriter {
  /** The key. */
  readonly key = new KeyLevel();
  readonly #settings: CollationSettings;
  readonly #compressible: Uint8Array;
  readonly #hasSecondaries: boolean;
  readonly #hasTertiaries: boolean;
  readonly #hasQuaternaries: boolean;
  readonly #tertiaryMask: number;
  readonly #tertiaryKind: Tertiaries;
  readonly #variableLimit: number;
  readonly #secondaries = new KeyLevel();
  readonly #cases = new KeyLevel();
  readonly #tertiaries = new KeyLevel();
  readonly #quaternaries = new KeyLevel();
  readonly #commonSecondaries = new CommonWeights(0x05, 0x25, 0x45, 0x21);
  readonly #commonCases: CommonWeights;
  readonly #commonTertiaries: CommonWeights;
  readonly #commonQuaternaries = new CommonWeights(0x1c, 0x8c, 0xfc, 0x71);
  /** The previous compressible primary weight; 0: none. */
  #primaryBefore = 0;
  #secondaryBefore = 0;
  #segmentStart = 0;

  constructor(settings: CollationSettings, compressible: Uint8Array) {
    this.#settings = settings;
    this.#compressible = compressible;
    const { strength, caseFirst, hasCaseLevel } = settings;
    this.#hasSecondaries = strength !== "primary";
    this.#hasTertiaries = this.#hasSecondaries && strength !== "secondary";
    this.#hasQuaternaries = this.#hasTertiaries && strength !== "tertiary";
    // With a separate case level, the tertiary level omits case.
    this.#tertiaryKind = hasCaseLevel || caseFirst === "off" ? "plain" : caseFirst;
    this.#tertiaryMask = this.#tertiaryKind === "plain" ? TERTIARY : CASE_AND_TERTIARY;
    this.#variableLimit = settings.isShifted ? settings.variableTop + 1 : 0;
    this.#commonCases = caseFirst === "upper" ? new CommonWeights(3, 3, 15, 13) : new CommonWeights(1, 7, 13, 7);
    this.#commonTertiaries =
      this.#tertiaryKind === "plain"
        ? new CommonWeights(0x05, 0x65, 0xc5, 0x61)
        : this.#tertiaryKind === "lower"
          ? new CommonWeights(0x05, 0x25, 0x45, 0x21)
          : new CommonWeights(0x85, 0xa5, 0xc5, 0x21);
  }

  /** Writes the key, without its end, of the text that the elements were started with. */
  write(elements: CollationElements): void {
    this.#reset();
    const { hasCaseLevel } = this.#settings;
    for (;;) {
      elements.next();
      if (this.#isVariable(elements.primary)) this.#shift(elements);
      const { primary } = elements;
      const lower = elements.lower | 0;
      if (primary > END_PRIMARY) this.#addPrimary(primary);
      if (lower === 0) continue;
      if (this.#hasSecondaries) this.#addSecondary(primary, lower >>> 16);
      if (hasCaseLevel) this.#addCase(primary, lower);
      if (this.#hasTertiaries) this.#addTertiary(lower);
      if (this.#hasQuaternaries) this.#addQuaternary(lower & 0xffff);
      if (lower >>> 24 === LEVEL_SEPARATOR) break;
    }
    this.#join();
  }

  #reset(): void {
    this.key.length = 0;
    this.#secondaries.length = 0;
    this.#cases.length = 0;
    this.#tertiaries.length = 0;
    this.#quaternaries.length = 0;
    this.#commonSecondaries.count = 0;
    this.#commonCases.count = 0;
    this.#commonTertiaries.count = 0;
    this.#commonQuaternaries.count = 0;
    this.#primaryBefore = 0;
    this.#secondaryBefore = 0;
    this.#segmentStart = 0;
  }

  #isVariable(primary: number): boolean {
    return primary < this.#variableLimit && primary > MERGE_PRIMARY;
  }

  /** Moves variable elements to the fourth level, up to the next element with a non-variable primary weight. */
  #shift(elements: CollationElements): void {
    const { reordering } = this.#settings;
    // Shifted weights are below the common weight.
    this.#commonQuaternaries.flush(this.#quaternaries, true);
    do {
      if (this.#hasQuaternaries) {
        const primary = reordering ? reordering.moved(elements.primary) : elements.primary;
        if (primary >>> 24 >= HIGHEST_SHIFTED) this.#quaternaries.push(HIGHEST_SHIFTED);
        this.#quaternaries.pushWeight32(primary);
      }
      do {
        elements.next();
      } while (elements.primary === 0);
    } while (this.#isVariable(elements.primary));
  }

  #addPrimary(found: number): void {
    const { key } = this;
    const isCompressible = this.#compressible[found >>> 24] !== 0;
    const { reordering } = this.#settings;
    const primary = reordering ? reordering.moved(found) : found;
    const lead = primary >>> 24;
    const before = this.#primaryBefore;
    if (!isCompressible || lead !== before >>> 24) {
      if (before !== 0) {
        if (primary >= before) key.push(COMPRESSION_HIGH);
        else if (lead > MERGE_SEPARATOR) key.push(COMPRESSION_LOW);
      }
      key.push(lead);
      this.#primaryBefore = isCompressible ? primary : 0;
    }
    key.pushTail(primary);
  }

  #addSecondary(primary: number, weight: number): void {
    if (weight === 0) return;
    const { isBackward } = this.#settings;
    if (weight === COMMON && (!isBackward || primary !== MERGE_PRIMARY)) {
      this.#commonSecondaries.count++;
      return;
    }
    const level = this.#secondaries;
    if (!isBackward) {
      this.#commonSecondaries.flush(level, weight < COMMON);
      level.pushWeight16(weight);
      return;
    }
    this.#commonSecondaries.flushReversed(level, this.#secondaryBefore < COMMON);
    if (primary > 0 && primary <= MERGE_PRIMARY) {
      // Segments between U+FFFE are compared backwards.
      level.reverse(this.#segmentStart);
      level.push(primary === END_PRIMARY ? LEVEL_SEPARATOR : MERGE_SEPARATOR);
      this.#secondaryBefore = 0;
      this.#segmentStart = level.length;
    } else {
      level.pushReversed16(weight);
      this.#secondaryBefore = weight;
    }
  }

  #addCase(primary: number, lower: number): void {
    const isIgnored = this.#settings.strength === "primary" ? primary === 0 : lower >>> 16 === 0;
    if (isIgnored) return;
    const weight = (lower >>> 8) & 0xff;
    const common = this.#commonCases;
    const isEnd = weight <= LEVEL_SEPARATOR;
    if ((weight & 0xc0) === 0 && !isEnd) {
      common.count++;
      return;
    }
    const level = this.#cases;
    // Nibbles: 1 is the separator.
    if (this.#settings.caseFirst === "upper") {
      common.flush(level, true, 4);
      level.push(isEnd ? weight : (3 - (weight >>> 6)) << 4);
      return;
    }
    // A level with only common weights stays empty.
    if (!isEnd || level.length > 0) common.flush(level, isEnd, 4);
    level.push(isEnd ? weight : (13 + (weight >>> 6)) << 4);
  }

  #addTertiary(lower: number): void {
    const weight = lower & this.#tertiaryMask;
    const level = this.#tertiaries;
    const common = this.#commonTertiaries;
    if (weight === COMMON) {
      common.count++;
    } else if (this.#tertiaryKind !== "upper") {
      // Weights above the common one leave room for runs of common weights.
      const distance = this.#tertiaryKind === "plain" ? 0xc000 : 0x4000;
      common.flush(level, weight < COMMON);
      level.pushWeight16(weight > COMMON ? weight + distance : weight);
    } else {
      const inverted = upperFirst(weight, lower >>> 16 !== 0);
      common.flush(level, inverted < 0x8500);
      level.pushWeight16(inverted);
    }
  }

  #addQuaternary(weight: number): void {
    const level = this.#quaternaries;
    const common = this.#commonQuaternaries;
    if ((weight & CASE_AND_QUATERNARY) === 0 && weight > END_WEIGHT) {
      common.count++;
    } else if (weight === END_WEIGHT) {
      // A level with only common weights stays empty, unless some are shifted.
      if (this.#settings.isShifted || level.length > 0) common.flush(level, true);
      level.push(LEVEL_SEPARATOR);
    } else {
      common.flush(level, false);
      level.push(0xfc + ((weight >>> 6) & 3));
    }
  }

  #join(): void {
    const { key } = this;
    if (this.#hasSecondaries) {
      key.push(LEVEL_SEPARATOR);
      key.append(this.#secondaries);
    }
    if (this.#settings.hasCaseLevel) {
      key.push(LEVEL_SEPARATOR);
      this.#appendCases();
    }
    if (this.#hasTertiaries) {
      key.push(LEVEL_SEPARATOR);
      key.append(this.#tertiaries);
    }
    if (this.#hasQuaternaries) {
      key.push(LEVEL_SEPARATOR);
      key.append(this.#quaternaries);
    }
  }

  /** Two nibbles of the case level form one byte. */
  #appendCases(): void {
    const { bytes, length } = this.#cases;
    for (let index = 0; index < length - 1; index += 2) {
      const second = index + 1 < length - 1 ? bytes[index + 1]! : 0;
      this.key.push(bytes[index]! | (second >> 4));
    }
  }
}

/** The tertiary weight with case when upper case sorts first; marks keep their weight. */
function upperFirst(weight: number, hasSecondary: boolean): number {
  if (weight <= END_WEIGHT) return weight;
  if (!hasSecondary) return weight + 0x4000;
  const inverted = weight ^ 0xc000;
  return inverted < 0xc500 ? inverted - 0x4000 : inverted;
}
