/** What an expression is made of. */
export type Node =
  | { readonly kind: "number"; readonly value: number }
  /** The text of a variable, without spaces. */
  | { readonly kind: "variable"; readonly text: string }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Node }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Node; readonly right: Node }
  | { readonly kind: "conditional"; readonly test: Node; readonly yes: Node; readonly no: Node }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Node[] };

/** A word of a source. */
export interface Token {
  readonly kind: "number" | "variable" | "sign" | "end";
  readonly text: string;
  readonly at: number;
}
