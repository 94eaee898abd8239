/** Compiles parsed patterns to programs. */
import { illegalArgument } from "../errors.ts";
import { CharacterSet } from "./character-set.ts";
import { verticalSpaces } from "./character-properties.ts";
import type { ParsedPattern } from "./pattern-parser.ts";
import { type PatternNode, UNBOUNDED } from "./pattern-node.ts";
import * as program from "./program.ts";
import { lengthsOf } from "./match-lengths.ts";
import { MAXIMUM_INSTRUCTIONS, shortPattern } from "./pattern-limits.ts";

/** Compiles a pattern; with `whole` it must match to the end of the text. */
export function compileProgram(parsed: ParsedPattern, whole: boolean, source: string): program.Program {
  return new ProgramBuilder(parsed, source).build(whole);
}

type Repeat = Extract<PatternNode, { type: "repeat" }>;

const caseRules = ["exact", "ascii", "unicode"] as const;
const lineBreakPair = [CharacterSet.of(0x0d), CharacterSet.of(0x0a)] as const;

class ProgramBuilder {
  readonly #parsed: ParsedPattern;
  readonly #source: string;
  readonly #code: number[] = [];
  readonly #sets: CharacterSet[] = [];
  readonly #setNumbers = new Map<CharacterSet, number>();
  readonly #lists: number[][] = [[]];
  #registers: number;
  #slots = 0;
  #possessive = 0;
  #behind = 0;
  #readsLastMatch = false;
  /** Index of the register list of the enclosing loops that may match nothing. */
  #loops = 0;
  /** Whether failures apply to one end only. */
  #insideBehind = false;

  constructor(parsed: ParsedPattern, source: string) {
    this.#parsed = parsed;
    this.#source = source;
    // Captures, and the start positions of groups not yet complete.
    this.#registers = (parsed.groupCount + 1) * 3;
  }

  build(whole: boolean): program.Program {
    this.#node(this.#parsed.node);
    if (whole) this.#emit(program.BOUNDARY, program.boundaries.indexOf("text-end"));
    this.#emit(program.ACCEPT);
    return {
      code: Int32Array.from(this.#code),
      sets: this.#sets,
      registerLists: this.#lists,
      registerCount: this.#registers,
      slotCount: this.#slots,
      groupCount: this.#parsed.groupCount,
      possessiveCount: this.#possessive,
      behindCount: this.#behind,
      remembers: !this.#parsed.hasReferences,
      readsLastMatch: this.#readsLastMatch,
    };
  }

  get #here(): number {
    return this.#code.length;
  }

  /** Emits an instruction; returns its address. */
  #emit(operation: number, ...operands: readonly number[]): number {
    const at = this.#here;
    if (at / program.STRIDE >= MAXIMUM_INSTRUCTIONS) {
      throw illegalArgument(
        `Regex [${shortPattern(this.#source)}] is too complex: its counted repetitions and alternatives need more than ${MAXIMUM_INSTRUCTIONS} instructions`,
      );
    }
    this.#code.push(operation);
    for (let index = 0; index < program.STRIDE - 1; index++) this.#code.push(operands[index] ?? 0);
    return at;
  }

  #patch(at: number, operand: number, value = this.#here): void {
    this.#code[at + operand] = value;
  }

  #set(set: CharacterSet): number {
    let number = this.#setNumbers.get(set);
    if (number === undefined) {
      number = this.#sets.push(set) - 1;
      this.#setNumbers.set(set, number);
    }
    return number;
  }

  /** Slots for an instruction: one for each possible number of enclosing loops that have made progress. */
  #slot(): number {
    if (this.#parsed.hasReferences) return -1;
    const slot = this.#slots;
    this.#slots += this.#lists[this.#loops]!.length + 1;
    return slot;
  }

  #join(): void {
    const slot = this.#slot();
    if (slot >= 0) this.#emit(program.JOIN, slot, this.#loops);
  }

  #node(node: PatternNode): void {
    switch (node.type) {
      case "set":
        return this.#character(node.set);
      case "sequence":
        for (const part of node.parts) this.#node(part);
        return;
      case "alternation":
        return this.#alternation(node.parts);
      case "repeat":
        return this.#repeat(node);
      case "group":
        return this.#group(node.inner, node.index);
      case "atomic":
        return this.#part(program.ATOMIC, [0, 0, captures(node.inner)], node.inner);
      case "ahead":
        return this.#part(program.LOOK_AHEAD, [0, Number(node.negative), captures(node.inner)], node.inner);
      case "behind":
        return this.#part(
          program.LOOK_BEHIND,
          [0, Number(node.negative), node.min, node.max, this.#behind++],
          node.inner,
        );
      case "boundary":
        if (node.boundary === "last-match-end") this.#readsLastMatch = true;
        this.#emit(program.BOUNDARY, program.boundaries.indexOf(node.boundary));
        return;
      case "reference":
        this.#emit(program.REFERENCE, node.group, caseRules.indexOf(node.caseRule));
        return;
      case "line-break":
        return this.#alternation([
          { type: "sequence", parts: lineBreakPair.map((set): PatternNode => ({ type: "set", set })) },
          { type: "set", set: verticalSpaces() },
        ]);
      case "grapheme":
        this.#emit(program.GRAPHEME);
        return;
      default:
        node satisfies never;
    }
  }

  #character(set: CharacterSet): void {
    const single = set.single;
    if (single !== undefined && !set.beyondBasic) this.#emit(program.UNIT, single);
    else this.#emit(program.SET, this.#set(set));
  }

  #group(inner: PatternNode, index: number): void {
    if (index === 0) return this.#node(inner);
    const register = (this.#parsed.groupCount + 1) * 2 + index;
    this.#emit(program.REMEMBER, register);
    this.#node(inner);
    this.#emit(program.CLOSE_GROUP, index, register);
  }

  /** Emits a part that runs on its own, up to its own ACCEPT. */
  #part(operation: number, operands: readonly number[], inner: PatternNode): void {
    const set = setOf(inner);
    if (set && operation !== program.ATOMIC) {
      this.#emit(operation === program.LOOK_AHEAD ? program.NEXT_IS : program.BEFORE_IS, this.#set(set), operands[1]!);
      return;
    }
    const at = this.#emit(operation, ...operands);
    const loops = this.#loops;
    const insideBehind = this.#insideBehind;
    this.#loops = 0;
    this.#insideBehind = operation === program.LOOK_BEHIND;
    this.#node(inner);
    this.#loops = loops;
    this.#insideBehind = insideBehind;
    this.#emit(program.ACCEPT);
    this.#patch(at, 1);
  }

  #alternation(parts: readonly PatternNode[]): void {
    const jumps: number[] = [];
    parts.forEach((part, index) => {
      if (index === parts.length - 1) return this.#node(part);
      const split = this.#emit(program.SPLIT, this.#here + program.STRIDE);
      this.#node(part);
      jumps.push(this.#emit(program.JUMP));
      this.#patch(split, 2);
    });
    for (const jump of jumps) this.#patch(jump, 1);
    this.#join();
  }

  #repeat(node: Repeat): void {
    const { inner, min, max, greed } = node;
    if (max === 0) return;
    const set = setOf(inner);
    if (set) return this.#repeatSet(node, set);
    if (greed === "possessive") {
      // Each iteration takes its first match; none is retried.
      const turns: PatternNode = { type: "repeat", inner: { type: "atomic", inner }, min, max, greed: "greedy" };
      return this.#node({ type: "atomic", inner: turns });
    }
    const { min: leastLength, oneWay } = lengthsOf(inner);
    const register = leastLength === 0 ? this.#registers++ : -1;
    const exits: number[] = [];
    // For a group with only one way to match, Java accepts empty iterations up to the minimum, and undoes further ones.
    const simple = inner.type === "group" && oneWay;
    const turn = (must = false): void => this.#turn(inner, simple && must ? -1 : register, simple ? undefined : exits);
    const split = (body: number): void => {
      const [first, second] = greed === "greedy" ? [1, 2] : [2, 1];
      const at = this.#emit(program.SPLIT);
      this.#patch(at, first, body);
      exits.push(at + second);
    };
    const behindSplit = (): number => this.#here + program.STRIDE;
    if (max === UNBOUNDED) {
      for (let count = 1; count < min; count++) turn(true);
      if (min > 0 && simple && register >= 0) turn(true);
      if (min === 0 || (simple && register >= 0)) {
        const head = this.#here;
        this.#join();
        split(behindSplit());
        turn();
        this.#emit(program.JUMP, head);
      } else {
        const head = this.#here;
        turn();
        this.#join();
        split(head);
      }
    } else {
      for (let count = 0; count < min; count++) turn(true);
      for (let count = min; count < max; count++) {
        split(behindSplit());
        turn();
      }
    }
    for (const exit of exits) this.#code[exit] = this.#here;
    if (max !== UNBOUNDED || register >= 0) this.#join();
  }

  /** Emits one iteration of a loop; an empty iteration is the last one, or fails without `exits`. */
  #turn(inner: PatternNode, register: number, exits: number[] | undefined): void {
    if (register < 0) return this.#node(inner);
    const loops = this.#loops;
    this.#emit(program.REMEMBER, register);
    this.#lists.push([...this.#lists[loops]!, register]);
    this.#loops = this.#lists.length - 1;
    this.#node(inner);
    this.#loops = loops;
    if (exits) exits.push(this.#emit(program.IF_NOTHING, register) + 2);
    else this.#emit(program.ADVANCED, register);
  }

  #repeatSet({ min, max, greed }: Repeat, set: CharacterSet): void {
    const number = this.#set(set);
    if (greed === "possessive" || min === max) {
      this.#emit(program.REPEAT_POSSESSIVE, number, min, max, this.#possessive++);
      return;
    }
    const operation = greed === "greedy" ? program.REPEAT_GREEDY : program.REPEAT_RELUCTANT;
    if (max === UNBOUNDED && !this.#insideBehind) this.#emit(operation, number, min, max, this.#slot(), this.#loops);
    else {
      this.#emit(operation, number, min, max, -1, 0);
      this.#join();
    }
  }
}

/** The set of a node that matches one character and captures nothing. */
function setOf(node: PatternNode): CharacterSet | undefined {
  if (node.type === "set") return node.set;
  if (node.type === "group" && node.index === 0) return setOf(node.inner);
  return undefined;
}

/** 1 when the node contains a capturing group. */
function captures(node: PatternNode): number {
  if (node.type === "group" && node.index > 0) return 1;
  if (node.type === "sequence" || node.type === "alternation")
    return Number(node.parts.some((part) => captures(part) === 1));
  return "inner" in node ? captures(node.inner) : 0;
}
