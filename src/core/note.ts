/** What was found out about an object that many share, kept with it: it is found out once. */

/** An object that notes can be kept with; absent: nothing is kept. */
export interface Noted {
  readonly notes?: unknown[] | undefined;
}

let places = 0;

/** One thing to be known of such objects. Made once, when its module is loaded. */
export class Note<Known extends object> {
  readonly #place = places++;

  get({ notes }: Noted): Known | undefined {
    return notes?.[this.#place] as Known | undefined;
  }

  set({ notes }: Noted, known: Known): void {
    if (!notes) return;
    while (notes.length < this.#place) notes.push(undefined);
    notes[this.#place] = known;
  }
}
