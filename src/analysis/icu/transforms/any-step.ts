/** Transforms from any script: each run of one script goes by the transform from that script, or by way of Latin (ICU's AnyTransliterator). */
import { CodePointSet } from "./code-point-set.ts";
import { normalizationStep } from "./normalization-steps.ts";
import { scriptOf } from "./scripts.ts";
import { CompoundStep, runTransform, type Transform, type TransformStep } from "./transform.ts";
import type { TransformText } from "./transform-text.ts";

/** Scripts whose characters are as wide as they are written. */
const wideScripts: ReadonlySet<string> = new Set(["Bopomofo", "Han", "Hangul", "Hiragana", "Katakana"]);

/** Wide and narrow forms of characters: Decomposition_Type is Wide or Narrow. */
const widthForms = CodePointSet.ranges([
  [0x3000, 0x3000],
  [0xff01, 0xffbe],
  [0xffc2, 0xffc7],
  [0xffca, 0xffcf],
  [0xffd2, 0xffd7],
  [0xffda, 0xffdc],
  [0xffe0, 0xffe6],
  [0xffe8, 0xffee],
]);

const widthFix: Transform = { step: normalizationStep("NFKD"), filter: widthForms };

/** Finds the transform of an id; undefined: there is none. */
export type FindTransform = (id: string) => Transform | undefined;

/** See the file comment. */
export class AnyStep implements TransformStep {
  /** `Latin`, or `Latin/BGN`. */
  readonly #target: string;
  readonly #targetScript: string;
  readonly #find: FindTransform;
  readonly #bySource = new Map<string, Transform | undefined>();

  constructor(target: string, targetScript: string, find: FindTransform) {
    this.#target = target;
    this.#targetScript = targetScript;
    this.#find = find;
  }

  apply(text: TransformText): void {
    const allStart = text.start;
    let allLimit = text.limit;
    let runLimit = text.contextStart;
    while (runLimit < text.contextLimit) {
      const runStart = this.#runStart(text, runLimit);
      const script = this.#runScript(text, runLimit);
      runLimit = this.#runEnd;
      if (runLimit <= allStart) continue;
      const transform = this.#from(script);
      if (transform) {
        text.start = Math.max(allStart, runStart);
        text.limit = Math.min(allLimit, runLimit);
        const limit = text.limit;
        runTransform(transform, text);
        runLimit += text.limit - limit;
        allLimit += text.limit - limit;
      }
      if (runLimit >= allLimit) break;
    }
    text.limit = allLimit;
  }

  /** Where the run that was looked at last ends. */
  #runEnd = 0;

  /** Characters of any script before the run belong to it, too. */
  #runStart(text: TransformText, from: number): number {
    let start = from;
    while (start > text.contextStart && scriptOf(text.codePointAt(start - 1)) === undefined) start--;
    return start;
  }

  #runScript(text: TransformText, from: number): string | undefined {
    let script: string | undefined;
    let end = from;
    for (; end < text.contextLimit; end++) {
      const found = scriptOf(text.codePointAt(end));
      if (found === undefined) continue;
      if (script !== undefined && found !== script) break;
      script = found;
    }
    this.#runEnd = end;
    return script;
  }

  #from(script: string | undefined): Transform | undefined {
    const isWide = wideScripts.has(this.#targetScript);
    if (script === undefined || script === this.#targetScript) return isWide ? undefined : widthFix;
    if (!this.#bySource.has(script)) this.#bySource.set(script, this.#make(script, isWide));
    return this.#bySource.get(script);
  }

  #make(script: string, isWide: boolean): Transform | undefined {
    const found = this.#find(`${script}-${this.#target}`) ?? this.#find(`${script}-Latin;Latin-${this.#target}`);
    if (isWide) return found;
    return found ? { step: new CompoundStep([widthFix, found]), filter: undefined } : widthFix;
  }
}
