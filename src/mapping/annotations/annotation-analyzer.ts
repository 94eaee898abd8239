/**
 * Wraps an analyzer: annotations become tokens at the positions of the words that they span (Elasticsearch's
 * `AnnotationsInjector`).
 */
import type { Analyzer, Token } from "../../analysis/analyzer.ts";
import { textAnalyzer } from "../../analysis/text-analyzer.ts";
import { type Annotation, parseAnnotated } from "./annotated-value.ts";

/** A token to be output, with its position relative to the previous one. */
interface Pending {
  readonly token: Token;
  readonly increment: number;
}

/** The analyzer of text with markup. Offsets refer to the text without markup. */
export function annotationAnalyzer(inner: Analyzer): Analyzer {
  return textAnalyzer(
    inner.name,
    (marked) => {
      const { text, annotations } = parseAnnotated(marked);
      const list = inner.analyze(text);
      if (annotations.length === 0) return list;
      const injector = new AnnotationInjector(list.tokens, annotations);
      const tokens = injector.tokens();
      const trailing = list.nextPosition - ((list.tokens.at(-1)?.position ?? -1) + 1);
      return {
        ...list,
        tokens,
        nextPosition: Math.max(list.nextPosition, (tokens.at(-1)?.position ?? -1) + 1 + trailing),
      };
    },
    inner.positionIncrementGap,
  );
}

/** Passes once over the tokens of a text, like a token filter. */
class AnnotationInjector {
  readonly #input: readonly Pending[];
  readonly #annotations: readonly Annotation[];
  #inputAt = 0;
  #annotationAt = 0;
  /** Tokens already read, with annotations before them. */
  #queue: Pending[] = [];

  constructor(tokens: readonly Token[], annotations: readonly Annotation[]) {
    this.#input = tokens.map((token, at) => ({ token, increment: token.position - (tokens[at - 1]?.position ?? -1) }));
    this.#annotations = annotations;
  }

  tokens(): Token[] {
    const tokens: Token[] = [];
    let position = -1;
    for (let next = this.#next(); next; next = this.#next()) {
      position += next.increment;
      tokens.push({ ...next.token, position });
    }
    return tokens;
  }

  #next(): Pending | undefined {
    const next = this.#queue.shift() ?? this.#input[this.#inputAt++];
    const annotation = this.#annotations[this.#annotationAt];
    if (!next || !annotation || next.token.startOffset < annotation.startOffset) return next;
    return this.#inject(next, annotation);
  }

  /**
   * An annotation has the position of the first word that it spans, and a length up to the last; the word follows at
   * the same position.
   */
  #inject(first: Pending, annotation: Annotation): Pending {
    const { startOffset, endOffset } = annotation;
    this.#queue.push({ token: first.token, increment: 0 });
    let positionLength = 1;
    for (let spanned: Pending | undefined = first; spanned && spanned.token.endOffset <= endOffset;) {
      spanned = this.#input[this.#inputAt];
      if (!spanned) break;
      this.#inputAt++;
      if (spanned.token.endOffset <= endOffset && spanned.token.startOffset < endOffset)
        positionLength += spanned.increment;
      this.#queue.push(spanned);
    }
    const made = (value: string): Token => ({
      text: value,
      position: 0,
      startOffset,
      endOffset,
      positionLength,
      type: "annotation",
    });
    const others: Pending[] = [];
    for (
      this.#annotationAt++;
      this.#annotations[this.#annotationAt]?.startOffset === startOffset;
      this.#annotationAt++
    ) {
      others.unshift({ token: made(this.#annotations[this.#annotationAt]!.value), increment: 0 });
    }
    this.#queue.unshift(...others);
    return { token: made(annotation.value), increment: first.increment };
  }
}
