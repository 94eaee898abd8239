/**
 * Documents on their way from the indexing thread: a source is a view of a whole block of others, and posting a view
 * posts all that is behind it. Small ones cross as one-byte text, which is cheaper to post than bytes; large ones are
 * copied out.
 */
import type { PortableError } from "../compat/errors.ts";
import type { GetResult } from "../documents/documents.ts";

/** Sources up to this size cross as text. */
const TEXT_BYTES = 65_536;

type Found = Extract<GetResult, { found: true }>;
type Answer = GetResult | PortableError;
/** An answer as it crosses the port. */
export type PostedGet = Exclude<Answer, Found> | (Omit<Found, "source"> & { readonly source: string | Uint8Array });

/** What is posted. */
export function postedGets(answers: readonly Answer[]): PostedGet[] {
  return answers.map((answer) => {
    if (!isFound(answer)) return answer;
    const { source, whole } = answer;
    const posted = whole ? { ...answer, whole: new Uint8Array(whole) } : answer;
    if (source.byteLength > TEXT_BYTES) return { ...posted, source: new Uint8Array(source) };
    return { ...posted, source: Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("latin1") };
  });
}

/** What was posted. */
export function receivedGets(posted: readonly PostedGet[]): Answer[] {
  return posted.map((answer) => {
    if (!isFound(answer)) return answer;
    const { source } = answer;
    return { ...answer, source: typeof source === "string" ? Buffer.from(source, "latin1") : source };
  });
}

function isFound<Result extends Answer | PostedGet>(answer: Result): answer is Extract<Result, { found: true }> {
  return "found" in answer && answer.found;
}
