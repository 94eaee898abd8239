/**
 * Inputs of changes in addition to the state. If a change needs an analysis that is not in memory, it is read and the
 * change computed again, so that changes never wait for files.
 */
import type { IndexAnalysis } from "../analysis/analyzers-of.ts";
import type { Clock } from "../core/clock.ts";
import { randomUuid } from "../core/clock.ts";
import { RequestError } from "../compat/errors.ts";
import { knownAnalysis } from "../mapping/mapping-context.ts";
import type { Changed, ChangeInputs, ClusterChange, ClusterEvent } from "./cluster-change.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import type { FlatSettings } from "./index-settings.ts";

/** Analyses of indices. */
export interface AnalysisReader {
  /** The analysis in memory; undefined: it must be read. */
  known(index: IndexMetadata): IndexAnalysis | undefined;
  /** Reads the analysis that these settings need. Rejects with Elasticsearch's errors. */
  read(settings: FlatSettings): Promise<IndexAnalysis>;
}

export interface ChangeInputsDependencies {
  readonly clock: Clock;
  /** Absent: analyses need no files. */
  readonly analyses?: AnalysisReader;
  /** Absent: never. */
  readonly isFlooded?: () => boolean;
}

/** Thrown by a change that needs an analysis which is not in memory. */
class Unread extends Error {
  readonly settings: FlatSettings;

  constructor(settings: FlatSettings) {
    super("an analysis is to be read first");
    this.settings = settings;
  }
}

type Outcome = { readonly analysis: IndexAnalysis } | { readonly error: RequestError };

/** Changes that are made as one, with their inputs. */
export class PreparedChanges {
  readonly #analyses: AnalysisReader | undefined;
  readonly #steps: readonly (readonly [ClusterChange, ChangeInputs])[];
  /** Analyses read for these changes, by the text of their settings. */
  readonly #read = new Map<string, Outcome>();

  constructor({ clock, analyses, isFlooded }: ChangeInputsDependencies, changes: readonly ClusterChange[]) {
    this.#analyses = analyses;
    const common = {
      nowMs: clock.now(),
      isFlooded: isFlooded?.() ?? false,
      analysisOf: (index: IndexMetadata) => this.#analysisOf(index),
    };
    this.#steps = changes.map((change) => [change, { ...common, uuid: randomUuid() }] as const);
  }

  /** Computes the changes in order, from the state that `current` returns once everything is read. */
  async from(current: () => ClusterState): Promise<Changed> {
    for (;;) {
      try {
        return this.#apply(current());
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        this.#read.set(keyOf(error.settings), await this.#outcome(error.settings));
      }
    }
  }

  #apply(state: ClusterState): Changed {
    const events: ClusterEvent[] = [];
    let next = state;
    for (const [change, inputs] of this.#steps) {
      const changed = change.apply(next, inputs);
      next = changed.state;
      events.push(...changed.events);
    }
    return { state: next, events };
  }

  #analysisOf(index: IndexMetadata): IndexAnalysis {
    if (!this.#analyses) return knownAnalysis(index.settings, undefined);
    const known = this.#analyses.known(index);
    if (known) return known;
    const outcome = this.#read.get(keyOf(index.settings));
    if (!outcome) throw new Unread(index.settings);
    if ("error" in outcome) throw outcome.error;
    return outcome.analysis;
  }

  async #outcome(settings: FlatSettings): Promise<Outcome> {
    try {
      return { analysis: (await this.#analyses?.read(settings)) ?? knownAnalysis(settings, undefined) };
    } catch (error) {
      if (error instanceof RequestError) return { error };
      throw error;
    }
  }
}

function keyOf(settings: FlatSettings): string {
  return JSON.stringify(settings);
}
