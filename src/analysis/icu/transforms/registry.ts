/** All transforms by id (ICU's TransliteratorRegistry): each is built on first use, and cached per thread. */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { type IcuData, icuData } from "../icu-data.ts";
import { AnyStep } from "./any-step.ts";
import { builtInIds, builtInInverses, builtInSteps, nullStep } from "./built-in-transforms.ts";
import { parseRules } from "./rule-parser.ts";
import { type IdParts, partsOf, type RuleSource, RuleSources } from "./rule-source.ts";
import { scriptNamed, scriptOfSpec } from "./scripts.ts";
import { CompoundStep, type Transform } from "./transform.ts";
import { type Inverses, readCompoundId, type SingleId } from "./transform-id.ts";
import { readUnicodeSet } from "./unicode-set.ts";

/** Finds and caches transforms. ICU's data are read when an id first needs them. */
export class TransformRegistry {
  readonly #data: () => IcuData;
  #sources: RuleSources | undefined;
  /** Targets of Any-transforms, by lower-case id. */
  #anyTargets: ReadonlyMap<string, IdParts & { readonly script: string }> | undefined;
  /** These targets without their variants, in lower case. */
  readonly #anyScripts = new Set<string>();
  readonly #made = new Map<string, Transform>();
  /** Any-transforms to other scripts have no inverse. */
  readonly #inverses: Inverses = {
    get: (target) => builtInInverses.get(target) ?? (this.#isAnyTarget(target) ? "Null" : undefined),
  };

  /** `data` returns the thread's data, and throws 400 when there are none. */
  constructor(data: () => IcuData = icuData) {
    this.#data = data;
  }

  /** The transform with an id, forward or in reverse. Throws 400 with ICU's error for invalid ids. */
  transform(id: string, isReverse: boolean): Transform {
    const { singles, filter, isCompound } = readCompoundId(id, isReverse, this.#inverses);
    const parts = singles.filter(({ basic }) => basic !== "").map((single) => this.#single(single));
    if (parts.length === 0) parts.push({ step: nullStep, filter: undefined });
    const transform: Transform = isCompound ? { step: new CompoundStep(parts), filter: undefined } : parts[0]!;
    return filter ? { step: transform.step, filter } : transform;
  }

  /** All public ids. */
  ids(): string[] {
    const any = [...this.#targets().values()].map(
      ({ target, variant }) => `Any-${target}${variant === "" ? "" : `/${variant}`}`,
    );
    const hidden = "Any-BreakInternal";
    return [...new Set([...builtInIds, ...this.#rules().visibleIds(), ...any])].filter((id) => id !== hidden).sort();
  }

  #single(single: SingleId): Transform {
    const transform = this.#basic(single.basic);
    if (!transform) throw illegalArgument(`Illegal ID ${single.canonical}`);
    if (single.filter === undefined) return transform;
    return { step: transform.step, filter: readUnicodeSet(single.filter, 0).set };
  }

  /** The first transform found for an id's names: each source with each target, with the variant before without it. */
  #basic(id: string): Transform | undefined {
    const builtIn = builtInSteps.get(id.toLowerCase());
    if (builtIn) return { step: builtIn, filter: undefined };
    const { source, target, variant } = partsOf(id);
    const sources = specsOf(source);
    const targets = specsOf(target);
    if (variant !== "") {
      const found = this.#exact(sources, targets, variant, 0, 0);
      if (found) return found;
    }
    for (let to = 0; to < targets.names.length; to++) {
      for (let from = 0; from < sources.names.length; from++) {
        const found = this.#exact(sources, targets, "", from, to);
        if (found) return found;
      }
    }
    return undefined;
  }

  /** Looks up the names exactly, without alternatives. */
  #exact(sources: Specs, targets: Specs, variant: string, from: number, to: number): Transform | undefined {
    const source = sources.names[from]!;
    const target = targets.names[to]!;
    const id = `${source}-${target}${variant === "" ? "" : `/${variant}`}`;
    // Only ids that exist in the data are cached, so the cache is limited.
    const key = id.toLowerCase();
    const known = this.#made.get(key);
    if (known) return known;
    const made = this.#make(id, key) ?? this.#ofLanguage(id, from < sources.languages, to < targets.languages);
    if (made) this.#made.set(key, made);
    return made;
  }

  #make(id: string, key: string): Transform | undefined {
    const builtIn = builtInSteps.get(key);
    if (builtIn) return { step: builtIn, filter: undefined };
    const any = this.#targets().get(key);
    if (any) return { step: this.#anyStep(any), filter: undefined };
    const source = this.#rules().find(id);
    return source && this.#fromSource(id, source);
  }

  /** A transform by the rules in a language's own bundle. */
  #ofLanguage(id: string, isSource: boolean, isTarget: boolean): Transform | undefined {
    const { source, target, variant } = partsOf(id);
    let found: RuleSource | undefined;
    if (isSource) found = this.#rules().ofLanguage(source, target, variant, false);
    else if (isTarget) found = this.#rules().ofLanguage(target, source, variant, true);
    return found && this.#fromSource(id, found);
  }

  #fromSource(id: string, source: RuleSource): Transform {
    return "alias" in source ? this.transform(source.alias, false) : this.ofRules(id, source.rules, source.isReverse);
  }

  /** The transform defined by rules, in one direction; the id is for errors. */
  ofRules(id: string, rules: string, isReverse: boolean): Transform {
    const { idBlocks, steps, filter } = parseRules(id, rules, {
      isReverse,
      inverses: this.#inverses,
      makeFunction: (single) => this.#single(single),
    });
    if (idBlocks.length === 0 && steps.length === 0) return { step: nullStep, filter: undefined };
    // The filter applies only together with ids.
    if (idBlocks.length === 0 && steps.length === 1) return { step: steps[0]!, filter: undefined };
    if (idBlocks.length === 1 && steps.length === 0)
      return this.transform(filter ? `${filter.text};${idBlocks[0]}` : idBlocks[0]!, false);
    const parts: Transform[] = [];
    for (let turn = 0; turn < Math.max(idBlocks.length, steps.length); turn++) {
      const ids = idBlocks[turn];
      const step = steps[turn];
      if (ids) parts.push(this.transform(ids, false));
      if (step) parts.push({ step, filter: undefined });
    }
    return { step: new CompoundStep(parts), filter: filter?.set };
  }

  #anyStep({ target, variant, script }: IdParts & { readonly script: string }): AnyStep {
    return new AnyStep(variant === "" ? target : `${target}/${variant}`, script, (id) => {
      try {
        return this.transform(id, false);
      } catch (error) {
        // There is no such transform; alternatives are tried.
        if (error instanceof RequestError) return undefined;
        throw error;
      }
    });
  }

  #isAnyTarget(target: string): boolean {
    if (builtInSteps.has(`${target}-any`)) return false;
    this.#targets();
    return this.#anyScripts.has(target);
  }

  #rules(): RuleSources {
    return (this.#sources ??= new RuleSources(this.#data()));
  }

  /** Any-transforms to every script that is the target of a transform, and to languages through their scripts. */
  #targets(): ReadonlyMap<string, IdParts & { readonly script: string }> {
    if (this.#anyTargets) return this.#anyTargets;
    const targets = new Map<string, IdParts & { readonly script: string }>();
    for (const id of [...this.#rules().visibleIds(), ...builtInIds]) {
      const { source, target, variant } = partsOf(id);
      const script = source.toLowerCase() === "any" ? undefined : scriptOfSpec(target);
      const key = `any-${target}${variant === "" ? "" : `/${variant}`}`.toLowerCase();
      if (script === undefined) continue;
      targets.set(key, { source: "Any", target, variant, script });
      this.#anyScripts.add(target.toLowerCase());
    }
    return (this.#anyTargets = targets);
  }
}

/** The possible meanings of a name in an id, in order of preference. */
interface Specs {
  readonly names: readonly string[];
  /** How many of them, counted from the first, are languages. */
  readonly languages: number;
}

/** A language, its less specific forms, and its script; or a script by its two names. */
function specsOf(name: string): Specs {
  const script = scriptOfSpec(name);
  const scripts = script === undefined || script.toLowerCase() === name.toLowerCase() ? [] : [script];
  if (scriptNamed(name) !== undefined) return { names: [name, ...scripts], languages: 0 };
  const languages = [name];
  for (let end = name.lastIndexOf("_"); end > 0; end = name.lastIndexOf("_", end - 1))
    languages.push(name.slice(0, end));
  return { names: [...languages, ...scripts], languages: languages.length };
}
