/** Nodes with how near they are, the farthest (or, with negated values, the nearest) on top. A binary heap. */
export class NearHeap {
  size = 0;
  private values: Float64Array<ArrayBuffer>;
  private nodes: Uint32Array<ArrayBuffer>;

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
    this.nodes = new Uint32Array(capacity);
  }

  /** The least value; only when there is one. */
  get least(): number {
    return this.values[0]!;
  }

  /** The node of the least value. */
  get leastNode(): number {
    return this.nodes[0]!;
  }

  clear(): void {
    this.size = 0;
  }

  push(node: number, value: number): void {
    if (this.size === this.nodes.length) this.grow();
    const { values, nodes } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (values[parent]! <= value) break;
      values[at] = values[parent]!;
      nodes[at] = nodes[parent]!;
      at = parent;
    }
    values[at] = value;
    nodes[at] = node;
  }

  /** Removes the least. */
  pop(): void {
    const { values, nodes } = this;
    const size = --this.size;
    const value = values[size]!;
    const node = nodes[size]!;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= size) break;
      if (child + 1 < size && values[child + 1]! < values[child]!) child++;
      if (values[child]! >= value) break;
      values[at] = values[child]!;
      nodes[at] = nodes[child]!;
      at = child;
    }
    values[at] = value;
    nodes[at] = node;
  }

  private grow(): void {
    const values = new Float64Array(this.values.length * 2);
    const nodes = new Uint32Array(this.nodes.length * 2);
    values.set(this.values);
    nodes.set(this.nodes);
    this.values = values;
    this.nodes = nodes;
  }
}
