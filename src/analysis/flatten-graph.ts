/** Flattens a token graph into a sequence of positions (Lucene's FlattenGraphFilter): parallel paths overlap. */
import type { Token } from "./analyzer.ts";
import type { TokenList } from "./token-list.ts";

/** A node of the input graph. */
interface InputNode {
  readonly tokens: Token[];
  /** The farthest node that a token leads to; -1: no token leaves. */
  farthest: number;
  /** Its output node. */
  output: number;
}

/** A node of the output, which is one position. */
interface OutputNode {
  /** The input nodes merged into this one. */
  readonly inputs: number[];
  startOffset: number;
  endOffset: number;
}

export function flattenGraph(list: TokenList): TokenList {
  return new Flattener().flatten(list);
}

class Flattener {
  readonly #inputs = new Map<number, InputNode>();
  readonly #outputs: OutputNode[] = [];

  flatten(list: TokenList): TokenList {
    for (const token of list.tokens) {
      const { position, positionLength } = token;
      const source = this.#sourceOf(position, token.startOffset);
      source.tokens.push(token);
      source.farthest = Math.max(source.farthest, position + positionLength);
      this.#leadTo(position + positionLength, source.output + 1, token.endOffset);
    }
    return this.#release(list);
  }

  /** The node that a token leaves; a node that no token leads to follows a hole. */
  #sourceOf(position: number, startOffset: number): InputNode {
    let source = this.#inputs.get(position);
    if (!source) {
      // A hole of any size becomes a hole of one position.
      const output = position === 0 ? 0 : Math.max(1, this.#outputs.length);
      source = { tokens: [], farthest: -1, output };
      this.#inputs.set(position, source);
      this.#output(output).inputs.push(position);
    }
    // The most restrictive offsets are used: those of the original words.
    const node = this.#output(source.output);
    node.startOffset = Math.max(node.startOffset, startOffset);
    return source;
  }

  /** The output position of a node is that of the longest path to it. */
  #leadTo(position: number, output: number, endOffset: number): void {
    const known = this.#inputs.get(position);
    const node = known ?? { tokens: [], farthest: -1, output: -1 };
    if (!known) this.#inputs.set(position, node);
    if (output > node.output) {
      if (node.output >= 0) {
        const { inputs } = this.#output(node.output);
        inputs.splice(inputs.indexOf(position), 1);
      }
      this.#output(output).inputs.push(position);
      node.output = output;
    }
    const reached = this.#output(node.output);
    if (reached.endOffset < 0 || endOffset < reached.endOffset) reached.endOffset = endOffset;
  }

  #output(number: number): OutputNode {
    while (this.#outputs.length <= number) this.#outputs.push({ inputs: [], startOffset: -1, endOffset: -1 });
    return this.#outputs[number]!;
  }

  #release(list: TokenList): TokenList {
    const tokens: Token[] = [];
    let lastStartOffset = 0;
    for (const [position, output] of this.#outputs.entries()) {
      for (const place of output.inputs) {
        const source = this.#inputs.get(place)!;
        for (const token of source.tokens) {
          const target = this.#inputs.get(place + token.positionLength)!;
          const startOffset = Math.max(lastStartOffset, output.startOffset);
          const endOffset = Math.max(startOffset, this.#output(target.output).endOffset);
          lastStartOffset = startOffset;
          tokens.push({ ...token, position, startOffset, endOffset, positionLength: target.output - position });
        }
      }
    }
    const holesAtEnd = list.nextPosition - 1 - (list.tokens.at(-1)?.position ?? -1);
    return { ...list, tokens, nextPosition: (tokens.at(-1)?.position ?? -1) + 1 + holesAtEnd };
  }
}
