/** Thrown when a segment file does not hold what was written: the shard rebuilds the segment from the log, or fails. */
export class SegmentCorruption extends Error {
  /** Path of the file. */
  readonly file: string;
  /** The damaged part: `header`, `footer`, `directory`, or a section's name (`title.terms.postings`). */
  readonly section: string;

  constructor(file: string, section: string, reason: string) {
    super(`segment file [${file}] is damaged in [${section}]: ${reason}`);
    this.name = "SegmentCorruption";
    this.file = file;
    this.section = section;
  }
}
