// What generators are made of.

/** Members that are there with a probability; values are functions. */
export function optional(random, probability, members) {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (random.chance(probability) ? [[name, value()]] : [])),
  );
}

/** From `least` to `most` items. */
export function several(random, least, most, item) {
  return Array.from({ length: least + random.below(most - least + 1) }, (_, at) => item(at));
}

/** An item of a list, the first ones more often. */
export const weighted = (random, list) => list[Math.floor(random.next() ** 2 * list.length)];

/** One or several, as most bodies take them. */
export function oneOrSeveral(random, most, item) {
  const items = several(random, 1, most, item);
  return items.length === 1 && random.chance(0.5) ? items[0] : items;
}
