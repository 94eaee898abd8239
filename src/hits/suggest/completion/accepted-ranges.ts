/** The ranges of a dictionary of completion entries whose paths begin with what an automaton accepts. */
import { type ByteAutomaton, DEAD } from "../../../core/automata/byte-automaton.ts";
import { runEnd, runStart } from "../../../query/automata/term-runs.ts";
import type { TermsReader } from "../../../segment/segment-reader.ts";

/** Entries with the same beginning, which ends at `depth`. */
export interface AcceptedRange {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** Where to look: these entries share their first `depth` bytes. */
export type SharedBeginning = AcceptedRange;

/** A run of entries that share `depth` bytes, which lead to `state`. */
interface Run extends AcceptedRange {
  readonly state: number;
}

const RUNS_PER_CHECKPOINT = 256;

/** Ascending; each ends at the shortest beginning that is accepted. The end of a path is read by no automaton. */
export function acceptedRanges(
  terms: TermsReader,
  { from, to, depth }: SharedBeginning,
  automaton: ByteAutomaton,
  checkpoint: () => void = () => undefined,
): AcceptedRange[] {
  const accepted: AcceptedRange[] = [];
  if (from >= to || automaton.start === DEAD) return accepted;
  const open: Run[] = [{ from, to, depth, state: automaton.start }];
  let runs = 0;
  for (let run = open.pop(); run; run = open.pop()) {
    if (++runs % RUNS_PER_CHECKPOINT === 0) checkpoint();
    if (automaton.accepts(run.state)) accepted.push({ from: run.from, to: run.to, depth: run.depth });
    else open.push(...branches(terms, run, automaton).reverse());
  }
  return accepted;
}

/** An entry goes on behind each of its bytes: it ends with a weight. Byte 0 ends the path. */
function branches(terms: TermsReader, { from, to, depth, state }: Run, automaton: ByteAutomaton): Run[] {
  const found: Run[] = [];
  const most = automaton.greatest(state);
  const least = Math.max(1, automaton.least(state));
  for (let at = runStart(terms, from, to, depth, least); at < to;) {
    const byte = terms.allBytes[terms.offsets[at]! + depth]!;
    if (byte > most) break;
    const end = runEnd(terms, at, to, depth);
    const next = automaton.step(state, byte);
    if (next !== DEAD) found.push({ from: at, to: end, depth: depth + 1, state: next });
    at = end;
  }
  return found;
}
