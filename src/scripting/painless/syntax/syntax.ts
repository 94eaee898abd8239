/** The syntax tree of Painless. `at` is the offset in the source that errors point to. */

/** A type as written: `int`, `java.util.List`, `def[]`. */
export interface TypeName {
  readonly name: string;
  /** Number of `[]` behind the name. */
  readonly dimensions: number;
  readonly at: number;
}

export type Expression =
  | { readonly kind: "number"; readonly at: number; readonly text: string; readonly radix: 8 | 10 | 16 }
  | { readonly kind: "string"; readonly at: number; readonly value: string }
  | { readonly kind: "regex"; readonly at: number; readonly source: string; readonly flags: string }
  | { readonly kind: "boolean"; readonly at: number; readonly value: boolean }
  | { readonly kind: "null"; readonly at: number }
  | { readonly kind: "name"; readonly at: number; readonly name: string }
  | { readonly kind: "type"; readonly at: number; readonly type: TypeName }
  | { readonly kind: "unary"; readonly at: number; readonly operator: string; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly at: number;
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "logical";
      readonly at: number;
      readonly operator: "&&" | "||";
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "conditional";
      readonly at: number;
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | { readonly kind: "elvis"; readonly at: number; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "instanceof"; readonly at: number; readonly operand: Expression; readonly type: TypeName }
  | { readonly kind: "cast"; readonly at: number; readonly type: TypeName; readonly operand: Expression }
  | {
      readonly kind: "assign";
      readonly at: number;
      /** Undefined: a plain `=`. */
      readonly operator: string | undefined;
      readonly target: Expression;
      readonly value: Expression;
    }
  | {
      readonly kind: "increment";
      readonly at: number;
      readonly by: 1 | -1;
      readonly prefix: boolean;
      readonly target: Expression;
    }
  | FieldAccess
  | { readonly kind: "index"; readonly at: number; readonly object: Expression; readonly index: Expression }
  | MethodCall
  | { readonly kind: "local-call"; readonly at: number; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "new"; readonly at: number; readonly type: TypeName; readonly args: readonly Expression[] }
  | { readonly kind: "new-array"; readonly at: number; readonly type: TypeName; readonly sizes: readonly Expression[] }
  | { readonly kind: "array-of"; readonly at: number; readonly type: TypeName; readonly items: readonly Expression[] }
  | { readonly kind: "list"; readonly at: number; readonly items: readonly Expression[] }
  | { readonly kind: "map"; readonly at: number; readonly entries: readonly (readonly [Expression, Expression])[] }
  | LambdaExpression
  | { readonly kind: "reference"; readonly at: number; readonly owner: TypeName | string; readonly method: string };

export interface FieldAccess {
  readonly kind: "field";
  readonly at: number;
  readonly object: Expression;
  readonly name: string;
  readonly nullSafe: boolean;
}

export interface MethodCall {
  readonly kind: "call";
  readonly at: number;
  readonly object: Expression;
  readonly name: string;
  readonly args: readonly Expression[];
  readonly nullSafe: boolean;
}

export interface LambdaExpression {
  readonly kind: "lambda";
  readonly at: number;
  readonly parameters: readonly Parameter[];
  readonly body: Expression | Block;
}

export interface Parameter {
  /** Undefined: to be found out. */
  readonly type: TypeName | undefined;
  readonly name: string;
  readonly at: number;
}

export interface Block {
  readonly kind: "block";
  readonly at: number;
  readonly statements: readonly Statement[];
}

export interface Catch {
  readonly at: number;
  readonly type: TypeName;
  readonly name: string;
  readonly block: Block;
}

export type Statement =
  | Block
  | { readonly kind: "expression"; readonly at: number; readonly expression: Expression }
  | Declaration
  | {
      readonly kind: "if";
      readonly at: number;
      readonly test: Expression;
      readonly yes: Block;
      readonly no: Block | undefined;
    }
  | { readonly kind: "while"; readonly at: number; readonly test: Expression; readonly body: Block | undefined }
  | { readonly kind: "do"; readonly at: number; readonly test: Expression; readonly body: Block }
  | {
      readonly kind: "for";
      readonly at: number;
      readonly first: Declaration | Expression | undefined;
      readonly test: Expression | undefined;
      readonly after: Expression | undefined;
      readonly body: Block | undefined;
    }
  | {
      readonly kind: "for-each";
      readonly at: number;
      readonly type: TypeName;
      readonly name: string;
      readonly items: Expression;
      readonly body: Block;
    }
  | { readonly kind: "return"; readonly at: number; readonly value: Expression | undefined }
  | { readonly kind: "throw"; readonly at: number; readonly value: Expression }
  | { readonly kind: "try"; readonly at: number; readonly block: Block; readonly catches: readonly Catch[] }
  | { readonly kind: "break"; readonly at: number }
  | { readonly kind: "continue"; readonly at: number };

export interface Declaration {
  readonly kind: "declaration";
  readonly at: number;
  readonly type: TypeName;
  readonly variables: readonly { readonly name: string; readonly at: number; readonly value: Expression | undefined }[];
}

/** A function of the script. */
export interface FunctionDefinition {
  readonly at: number;
  readonly returns: TypeName;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: Block;
}

export interface ScriptTree {
  readonly functions: readonly FunctionDefinition[];
  readonly body: Block;
}
