/**
 * Parses synonym rules in the formats of Solr (`a, b => c`, `a, b`) and WordNet (`s(100000001,1,'abstain',v,1,0).`).
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Analyzer, Token } from "../analyzer.ts";
import { splitRule } from "./split-rule.ts";
import { SynonymMap } from "./synonym-map.ts";

/** Options of parsing. */
export interface RuleOptions {
  readonly format: "solr" | "wordnet";
  /** Whether the words of a rule without `=>` are synonyms of each other, or all map to the first. */
  readonly expand: boolean;
  /** Whether to skip words that analysis turns into nothing usable. */
  readonly lenient: boolean;
  /** Origin of the rules, for errors. */
  readonly origin: string;
}

/** Builds the map for `lines`; words are analyzed by `analyzer`. Throws 400 for an invalid rule. */
export function readSynonymRules(lines: readonly string[], analyzer: Analyzer, options: RuleOptions): SynonymMap {
  const reader = new RuleReader(analyzer, options);
  let number = 0;
  try {
    for (const line of lines) {
      number++;
      if (options.format === "wordnet") reader.wordnetLine(line);
      else reader.solrLine(line);
    }
    reader.endOfSet();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const invalid = new RequestError(400, "parse_exception", `Invalid synonym rule at line ${number}`, {
      cause: error,
    });
    throw new RequestError(400, "illegal_argument_exception", `failed to build synonyms from [${options.origin}]`, {
      cause: invalid,
    });
  }
  return reader.map;
}

class RuleReader {
  readonly map = new SynonymMap();
  readonly #analyzer: Analyzer;
  readonly #options: RuleOptions;
  /** The words of the current WordNet synset. */
  #set: string[][] = [];
  #setId = "";

  constructor(analyzer: Analyzer, options: RuleOptions) {
    this.#analyzer = analyzer;
    this.#options = options;
  }

  solrLine(line: string): void {
    if (line === "" || line.startsWith("#")) return;
    const sides = splitRule(line, "=>");
    if (sides.length > 2) throw illegalArgument("more than one explicit mapping specified on the same line");
    const wordsOf = (side: string): string[][] =>
      splitRule(side, ",").map((text) => this.#analyze(unescapeText(text).trim()));
    if (sides.length === 2) {
      const inputs = wordsOf(sides[0]!);
      const outputs = wordsOf(sides[1]!);
      for (const input of inputs) for (const output of outputs) this.#add(input, output, false);
    } else {
      this.#addSet(wordsOf(line));
    }
  }

  wordnetLine(line: string): void {
    const id = line.slice(2, 11);
    if (id.length < 9) throw illegalArgument(`begin 2, end 11, length ${line.length}`);
    if (id !== this.#setId) this.endOfSet();
    this.#setId = id;
    const text = line.slice(line.indexOf("'") + 1, line.lastIndexOf("'")).replaceAll("''", "'");
    this.#set.push(this.#analyze(text));
  }

  endOfSet(): void {
    if (this.#set.length > 1) this.#addSet(this.#set);
    this.#set = [];
  }

  #addSet(words: readonly (readonly string[])[]): void {
    const [first] = words;
    for (const input of words) {
      if (!this.#options.expand) this.#add(input, first!, false);
      else for (const output of words) if (output !== input) this.#add(input, output, true);
    }
  }

  #add(input: readonly string[], output: readonly string[], keepsOriginal: boolean): void {
    // Input or output can be empty only when lenient.
    if (input.length > 0 && output.length > 0) this.map.add(input, output, keepsOriginal);
  }

  #analyze(text: string): string[] {
    const tokens = this.#analyzer.tokens(text);
    const problem = problemOf(text, tokens);
    if (problem === undefined) return tokens.map((token) => token.text);
    if (this.#options.lenient) return [];
    throw illegalArgument(problem);
  }
}

/** Why the words of a rule cannot be used, in Lucene's words. */
function problemOf(text: string, tokens: readonly Token[]): string | undefined {
  let position = -1;
  for (const token of tokens) {
    const increment = token.position - position;
    position = token.position;
    if (token.text === "") return `term: ${text} analyzed to a zero-length token`;
    if (increment !== 1)
      return `term: ${text} analyzed to a token (${token.text}) with position increment != 1 (got: ${increment})`;
  }
  return tokens.length === 0 ? `term: ${text} was completely eliminated by analyzer` : undefined;
}

function unescapeText(text: string): string {
  return text.replace(/\\([\s\S])/g, "$1");
}
