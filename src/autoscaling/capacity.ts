/** Capacities: what there is, or what is needed, of the whole and of each node. */

/** Storage and memory in bytes; undefined: nothing is said of it. */
export interface Resources {
  readonly storage?: number | undefined;
  readonly memory?: number | undefined;
  readonly processors?: number | undefined;
}

export interface Capacity {
  /** Of a single node, at least. */
  readonly node?: Resources;
  readonly total: Resources;
}

/** What a decider found; without a capacity it could not tell. */
export interface Decision {
  readonly requiredCapacity?: Capacity | undefined;
  readonly summary: string;
  readonly details: object;
}

/** The least capacity that holds all of the given ones; undefined: one of them is not known. */
export function upperBound(capacities: readonly (Capacity | undefined)[]): Capacity | undefined {
  const known = capacities.flatMap((capacity) => capacity ?? []);
  if (known.length < capacities.length || known.length === 0) return undefined;
  const nodes = known.flatMap(({ node }) => node ?? []);
  return { ...(nodes.length > 0 ? { node: maximum(nodes) } : {}), total: maximum(known.map(({ total }) => total)) };
}

function maximum(resources: readonly Resources[]): Resources {
  const most = (of: (one: Resources) => number | undefined): number | undefined => {
    const told = resources.flatMap((one) => of(one) ?? []);
    return told.length === 0 ? undefined : Math.max(...told);
  };
  return {
    storage: most(({ storage }) => storage),
    memory: most(({ memory }) => memory),
    processors: most(({ processors }) => processors),
  };
}
