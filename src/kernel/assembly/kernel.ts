// The kernel's exports. Built by scripts/build.mjs into dist/kernel/kernel.wasm; no state of its own in linear memory.
export { compress, decompress } from "./codec";
export { advance, freq, openCursor } from "./cursor";
export { rangeBound, rangeProduct, scoreOf } from "./score";
export { updateSkip } from "./top-docs";
export { termQuery } from "./term-query";
export { blendedQuery } from "./blended-query";
export { bestQuery } from "./best-query";
export { conjunctionQuery } from "./conjunction-query";
export { accumulate, disjunctionQuery } from "./disjunction-query";
export {
  addCounts,
  addScores,
  clearScores,
  collect,
  constantScores,
  extractDocs,
  extractScores,
  keepCountsFrom,
  keepScoresFrom,
  maxScores,
  orScores,
  roundScores,
  scaleScores,
  termWindow,
  tieScores,
  windowAnd,
  windowAndNot,
  windowAny,
  windowClear,
  windowCopy,
  windowCount,
  windowFirst,
  windowLoad,
  windowOr,
} from "./window";
export {
  multiRangeF64,
  multiRangeI32,
  multiRangeU16,
  multiRangeU32,
  rangeF64,
  rangeI32,
  rangeU16,
} from "./columns";
export { checkF64, checkI32, checkU16 } from "./column-checks";
export { unpackDocs, unpackFreqs } from "../../../dist/kernel/unpack";
export { leadQuery } from "./lead-query";
export { nearTerms } from "./near-terms";
export { phraseQuery } from "./phrase-query";
export { openPositions, phraseWindow, setOffset } from "./phrase";
export { accumulateFreqs, ordinalSet, scoreFreqs, unionTerm } from "./union";
export { productsF32, productsI1, productsI4, productsI8, squaresF32, squaresI4, squaresI8 } from "./vectors";
