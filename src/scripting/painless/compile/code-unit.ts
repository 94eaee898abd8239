/**
 * The JavaScript that a script becomes, while it is written. It consists of words of the language, brackets, operators,
 * digits, and names of one letter and digits. Nothing of the source gets into it: texts and names are constants,
 * whatever is done with objects is a call of a helper, and both are handed to it (`generated/verify-code.ts`).
 */
import type { Block, Expression } from "../syntax/syntax.ts";
import type { ContextDefinition } from "./context-definition.ts";
import type { ReadNames, ReadTypes } from "./typed-reads.ts";
import type { Type } from "./types.ts";

/** An expression in JavaScript. */
export interface Code {
  readonly text: string;
  /** Its static type. */
  readonly type: Type;
  /** For `def`: what it is known to be; the text makes a value of this primitive type, not an object. */
  readonly exact?: Type;
  /** A literal. */
  readonly literal?: string | number | bigint | boolean | null;
}

/** A function of the script. */
export interface LocalFunction {
  readonly text: string;
  readonly parameters: readonly Type[];
  readonly returns: Type;
}

/** What the emitters of parts ask each other for. */
export interface EmitterParts {
  /** `expected`: what it is for, which lambdas want to know. */
  expression(expression: Expression, scope: Scope, expected?: Type): Code;
  /** Writes statements; whether what follows is reached. */
  block(block: Block, scope: Scope): { readonly text: string; readonly ends: boolean };
}

/** A helper; it is one of ours, and its arguments are what the emitters say. */
export type Helper = (...args: never[]) => unknown;

export class CodeUnit {
  readonly context: ContextDefinition;
  readonly parts: EmitterParts;
  readonly functions = new Map<string, LocalFunction>();
  readonly #helpers = new Map<Helper, string>();
  readonly #constants = new Map<unknown, string>();
  /** What is read that code could be made for by its type. */
  readonly reads: { readonly fields: string[]; readonly params: string[] } = { fields: [], params: [] };
  /** Undefined: nothing is known of what is read. */
  readonly #types: ReadTypes | undefined;
  #names = 0;

  constructor(context: ContextDefinition, parts: EmitterParts, types?: ReadTypes) {
    this.context = context;
    this.parts = parts;
    this.#types = types;
  }

  /** The place of a name among those that are read, and what is known of its type. */
  typedRead(kind: keyof ReadNames, name: string): { readonly place: number; readonly type: Type | undefined } {
    const names = this.reads[kind];
    let place = names.indexOf(name);
    if (place < 0) place = names.push(name) - 1;
    return { place, type: this.#types?.[kind][place] };
  }

  /** A name that nothing else has. */
  name(letter: string): string {
    return `${letter}${++this.#names}`;
  }

  /** The name of a helper. */
  helper(helper: Helper): string {
    let name = this.#helpers.get(helper);
    if (name === undefined) this.#helpers.set(helper, (name = this.name("h")));
    return name;
  }

  /** The name of a constant. */
  constant(value: unknown): string {
    let name = this.#constants.get(value);
    if (name === undefined) this.#constants.set(value, (name = this.name("k")));
    return name;
  }

  /** A call that cannot fail. */
  plain(helper: Helper, ...args: string[]): string {
    return `${this.helper(helper)}(${args.join(",")})`;
  }

  /** A call, on a line of its own that says where it stands in the source. */
  call(at: number, helper: Helper, ...args: string[]): string {
    return `\n/*${at}*/${this.helper(helper)}(${args.join(",")})`;
  }

  /** What the text is handed: names and values. */
  bindings(): (readonly [name: string, value: unknown])[] {
    return [
      ...[...this.#helpers].map(([value, name]) => [name, value] as const),
      ...[...this.#constants].map(([value, name]) => [name, value] as const),
    ];
  }
}

/** A variable of a script. */
export interface Variable {
  readonly text: string;
  readonly type: Type;
}

/** A function that is being written. */
export interface FunctionFrame {
  readonly returns: Type;
  /** For lambdas: any result is an object. */
  readonly isLambda: boolean;
  /** Names of variables for what is used twice. */
  readonly temporaries: string[];
  /** Name of the counter of its loop steps; undefined: it has no loop. */
  loops: string | undefined;
  /** Whether parameters and documents of the context are seen. */
  readonly isMain: boolean;
}

/** The variables of a block. */
export class Scope {
  readonly unit: CodeUnit;
  readonly frame: FunctionFrame;
  readonly #outer: Scope | undefined;
  readonly #variables = new Map<string, Variable>();
  /** Whether the block is within a loop of its function. */
  readonly inLoop: boolean;

  constructor(unit: CodeUnit, frame: FunctionFrame, outer?: Scope, inLoop = outer?.inLoop ?? false) {
    this.unit = unit;
    this.frame = frame;
    this.#outer = outer;
    this.inLoop = inLoop;
  }

  inner(inLoop = this.inLoop): Scope {
    return new Scope(this.unit, this.frame, this, inLoop);
  }

  find(name: string): Variable | undefined {
    return this.#variables.get(name) ?? this.#outer?.find(name);
  }

  declare(name: string, type: Type): Variable {
    const variable = { text: this.unit.name("v"), type };
    this.#variables.set(name, variable);
    return variable;
  }

  temporary(): string {
    const name = this.unit.name("t");
    this.frame.temporaries.push(name);
    return name;
  }

  emit(expression: Expression, expected?: Type): Code {
    return this.unit.parts.expression(expression, this, expected);
  }
}
