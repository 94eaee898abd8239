/**
 * Transforms from any script: each run of one script goes by the transform from that script, or by way of Latin (ICU's
 * AnyTransliterator).
 */
import { CodePointSet } from "./code-point-set.ts";
import { spendLooks } from "./effort.ts";
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
  /** Where the run that was found last ends. */
  #runLimit = 0;

  constructor(target: string, targetScript: string, find: FindTransform) {
    this.#target = target;
    this.#targetScript = targetScript;
    this.#find = find;
  }

  apply(text: TransformText): void {
    const allStart = text.start;
    let allLimit = text.limit;
    let runStart = allStart;
    let script = this.#scriptBefore(text, allStart);
    while (runStart < allLimit) {
      script = this.#findRun(text, runStart, allLimit, script);
      let runLimit = this.#runLimit;
      const transform = this.#from(script);
      if (transform) {
        text.start = sharedBefore(text, runStart, allStart);
        text.limit = Math.min(allLimit, runLimit);
        const limit = text.limit;
        runTransform(transform, text);
        runLimit += text.limit - limit;
        allLimit += text.limit - limit;
      }
      runStart = runLimit;
      // What ended the run is of another script.
      script = undefined;
    }
    text.limit = allLimit;
  }

  /**
   * The script of the run that what stands before an offset belongs to; undefined: there is none, or the character
   * there says itself.
   */
  #scriptBefore(text: TransformText, offset: number): string | undefined {
    if (offset === text.limit || scriptOf(text.codePointAt(offset)) !== undefined) return undefined;
    let script: string | undefined;
    let at = offset;
    while (at > text.contextStart && script === undefined) script = scriptOf(text.codePointAt(--at));
    spendLooks(offset - at);
    return script;
  }

  /**
   * Finds where the run from an offset on ends, and its script if that is not known; undefined: all of its characters
   * go with any.
   */
  #findRun(text: TransformText, from: number, allLimit: number, known: string | undefined): string | undefined {
    let script = known;
    let end = from;
    // Behind what is to be transformed only the script matters.
    for (; end < text.contextLimit && (end < allLimit || script === undefined); end++) {
      const found = scriptOf(text.codePointAt(end));
      if (found === undefined) continue;
      if (script !== undefined && found !== script) break;
      script = found;
    }
    spendLooks(end - from);
    this.#runLimit = end;
    return script;
  }

  /** The transform for a run; undefined leaves it as it is. */
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

/** Characters of any script before a run belong to it, too. */
function sharedBefore(text: TransformText, runStart: number, allStart: number): number {
  let start = runStart;
  while (start > allStart && scriptOf(text.codePointAt(start - 1)) === undefined) start--;
  return start;
}
