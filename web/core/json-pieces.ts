/** The objects of a text of JSON, piece by piece: of lines, of one list, or one behind the other. */
export class JsonPieces {
  #depth = 0;
  #inText = false;
  #escaped = false;
  #kept = "";

  /** The texts of the objects that are complete. */
  push(text: string): string[] {
    const found: string[] = [];
    let from = this.#depth > 0 ? 0 : -1;
    for (let at = 0; at < text.length; at++) {
      const letter = text[at]!;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (letter === "\\") this.#escaped = true;
        else if (letter === '"') this.#inText = false;
        continue;
      }
      if (letter === '"') this.#inText = this.#depth > 0;
      else if (letter === "{") {
        if (this.#depth === 0) from = at;
        this.#depth++;
      } else if (letter === "}" && this.#depth > 0) {
        this.#depth--;
        if (this.#depth === 0) {
          found.push(this.#kept + text.slice(from, at + 1));
          this.#kept = "";
          from = -1;
        }
      }
    }
    if (from >= 0) this.#kept += text.slice(from);
    return found;
  }

  /** Whether an object was cut off. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }
}
