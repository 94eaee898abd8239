/**
 * A queue for work that is dear, a few pieces at once. Addresses take turns, and within an address the users that it
 * names: many requests of one side wait for each other, not others for them. Who came before with the right password
 * goes first.
 */

/** On whose behalf a piece of work is done. */
export interface Turn {
  readonly address: string;
  readonly username: string;
  /** The address showed the right password of the user lately. */
  readonly known: boolean;
}

/** Bounds of a queue, in pieces of work. */
export interface FairQueueLimits {
  readonly atOnce: number;
  /** Waiting, of one address. */
  readonly perAddress: number;
  /** Waiting in all, of those who are known and of all others apart. */
  readonly waiting: number;
}

/** After so many pieces of those who are known, one of the others has its turn. */
const KNOWN_IN_A_ROW = 3;
/** Work that nobody outside can ask for without rights. */
const OWN: Turn = { address: "", username: "", known: true };

/** Runs work in fair turns. */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #full: () => Error;
  readonly #known: Lanes;
  readonly #others: Lanes;
  #running = 0;
  #knownInARow = 0;

  /** `full` makes the error of work that there is no room for. */
  constructor(limits: FairQueueLimits, full: () => Error) {
    this.#limits = limits;
    this.#full = full;
    this.#known = new Lanes(limits);
    this.#others = new Lanes(limits);
  }

  /** Does the work in its turn; without one it is work of the server's own. Rejects where there is no room to wait. */
  async run<T>(turn: Turn = OWN, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#wait(turn);
    else this.#running++;
    try {
      return await work();
    } finally {
      // Whoever ends hands its place over, so the count stays.
      const next = this.#next();
      if (next) next.start();
      else this.#running--;
    }
  }

  #wait(turn: Turn): Promise<void> {
    return new Promise((start, reject) => {
      const lanes = turn.known ? this.#known : this.#others;
      const waiting: Waiting = { start, refuse: () => reject(this.#full()) };
      lanes.add(turn, waiting)?.refuse();
    });
  }

  #next(): Waiting | undefined {
    if (this.#known.size > 0 && (this.#knownInARow < KNOWN_IN_A_ROW || this.#others.size === 0)) {
      this.#knownInARow++;
      return this.#known.take();
    }
    this.#knownInARow = 0;
    return this.#others.take();
  }
}

interface Waiting {
  start(): void;
  refuse(): void;
}

/** What waits of one address, by user. */
interface Lane {
  size: number;
  readonly users: Map<string, Waiting[]>;
}

/** The first of each map has the next turn; whoever had one goes to the end. */
class Lanes {
  readonly #limits: FairQueueLimits;
  readonly #lanes = new Map<string, Lane>();
  size = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Answers who must go instead, if there is no room: the newest of the side that takes most of it. */
  add({ address, username }: Turn, waiting: Waiting): Waiting | undefined {
    const lane = this.#lanes.get(address) ?? { size: 0, users: new Map<string, Waiting[]>() };
    this.#lanes.set(address, lane);
    const list = lane.users.get(username) ?? [];
    lane.users.set(username, list);
    list.push(waiting);
    lane.size++;
    this.size++;
    if (address !== OWN.address && lane.size > this.#limits.perAddress) return this.#drop(address, lane);
    if (this.size <= this.#limits.waiting) return undefined;
    let longest: [string, Lane] = [address, lane];
    for (const entry of this.#lanes) if (entry[1].size > longest[1].size) longest = entry;
    return this.#drop(...longest);
  }

  take(): Waiting | undefined {
    for (const [address, lane] of this.#lanes) {
      for (const [username, list] of lane.users) {
        const first = list.shift();
        lane.users.delete(username);
        if (list.length > 0) lane.users.set(username, list);
        this.#lanes.delete(address);
        lane.size--;
        if (lane.size > 0) this.#lanes.set(address, lane);
        this.size--;
        return first;
      }
    }
    return undefined;
  }

  /** Of the user with most, the last one where several have as many. */
  #drop(address: string, lane: Lane): Waiting | undefined {
    let most: [string, Waiting[]] = ["", []];
    for (const entry of lane.users) if (entry[1].length >= most[1].length) most = entry;
    const [username, list] = most;
    const dropped = list.pop();
    if (list.length === 0) lane.users.delete(username);
    lane.size--;
    if (lane.size === 0) this.#lanes.delete(address);
    this.size--;
    return dropped;
  }
}
