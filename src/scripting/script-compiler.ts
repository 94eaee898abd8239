/** Makes programs of scripts, and remembers them: one for each thread, handed to all that holds scripts there. */
import { hasLanguage, notRun, refusalOf } from "./check-script.ts";
import { scriptLanguages } from "./languages.ts";
import type { CompiledScript, ScriptLanguage } from "./script-language.ts";
import type { ScriptContext, ScriptPrograms } from "./script-programs.ts";
import type { InlineScript } from "./script.ts";

/** As many as Elasticsearch's `script.cache.max_size`. */
const MOST_KEPT = 3000;

/** A program when it is to run. Throws RequestError 400 where its language is documented and not there. */
export type ScriptSource<Context extends ScriptContext> = () => ScriptPrograms[Context];

/** Who reads scripts of mappings and settings asks for their programs here. */
export interface ScriptReader {
  /** Throws RequestError 400 for a script that no language takes. */
  program<Context extends ScriptContext>(script: InlineScript, context: Context): ScriptSource<Context>;
}

/** See the file comment. The parameters of a script are no part of what is remembered: programs are bound to them. */
export class ScriptCompiler implements ScriptReader {
  readonly #languages: readonly ScriptLanguage[];
  readonly #mostKept: number;
  /** By language, context, source and options; the one that was used longest ago comes first. */
  readonly #compiled = new Map<string, CompiledScript<ScriptContext>>();
  /** As the compiler, for who must know of errors at once: a script is compiled when it is read. */
  readonly atOnce: ScriptReader = {
    program: (script, context) => {
      const source = this.program(script, context);
      if (hasLanguage(script, this.#languages)) source();
      return source;
    },
  };

  constructor(languages: readonly ScriptLanguage[] = scriptLanguages, mostKept = MOST_KEPT) {
    this.#languages = languages;
    this.#mostKept = mostKept;
  }

  /** Compiled when it is first to run: a mapping that was checked before costs nothing by its scripts. */
  program<Context extends ScriptContext>(script: InlineScript, context: Context): ScriptSource<Context> {
    const language = this.#languages.find(({ name }) => name === script.lang);
    const refusal = refusalOf(script, language ? undefined : context);
    if (refusal) throw refusal;
    if (!language) {
      return () => {
        throw notRun(script);
      };
    }
    let ready: ScriptPrograms[Context] | undefined;
    return () => (ready ??= this.#compile(language, script, context)(script.params));
  }

  #compile<Context extends ScriptContext>(
    language: ScriptLanguage,
    { lang, source, options }: InlineScript,
    context: Context,
  ): CompiledScript<Context> {
    const key = JSON.stringify([lang, context, source, options]);
    // The context is in the key.
    const known = this.#compiled.get(key) as CompiledScript<Context> | undefined;
    const compiled = known ?? language.compile({ source, options }, context);
    this.#compiled.delete(key);
    this.#compiled.set(key, compiled);
    if (this.#compiled.size > this.#mostKept) {
      for (const oldest of this.#compiled.keys()) {
        this.#compiled.delete(oldest);
        break;
      }
    }
    return compiled;
  }
}
