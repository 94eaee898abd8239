// Smaller forms of a JSON value.

/** Forms of a value that are one step smaller, the smallest first: parts instead of the whole, members left out. */
export function smallerForms(value) {
  const forms = [...formsOf(value)].map((form) => ({ form, size: JSON.stringify(form).length }));
  const size = JSON.stringify(value).length;
  return forms
    .filter((one) => one.size < size)
    .sort((one, other) => one.size - other.size)
    .map(({ form }) => form);
}

function* formsOf(value) {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      yield [...value.slice(0, at), ...value.slice(at + 1)];
      if (typeof item === "object" && item !== null) yield item;
      for (const form of formsOf(item)) yield replaced(value, at, form);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value;
      yield rest;
      if (typeof member === "object" && member !== null) yield member;
      for (const form of formsOf(member)) yield { ...value, [name]: form };
    }
  } else if (typeof value === "string") {
    const words = value.split(" ");
    if (words.length > 1)
      for (const at of words.keys()) yield [...words.slice(0, at), ...words.slice(at + 1)].join(" ");
  } else if (typeof value === "number" && value !== 0 && value !== 1) yield Math.trunc(value / 2);
}

const replaced = (list, at, item) => [...list.slice(0, at), item, ...list.slice(at + 1)];

/** The smallest form found that still holds, within a number of tries. */
export async function shrunk(value, holds, tries) {
  let best = value;
  let left = tries;
  for (let improved = true; improved && left > 0;) {
    improved = false;
    for (const form of smallerForms(best)) {
      if (left-- <= 0) break;
      if (!(await holds(form))) continue;
      best = form;
      improved = true;
      break;
    }
  }
  return best;
}

/** The least of a list found that still holds: halves, quarters … are left out. */
export async function fewest(list, holds, tries) {
  let best = list;
  let left = tries;
  for (let size = Math.ceil(best.length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < best.length && left-- > 0;) {
      const fewer = [...best.slice(0, start), ...best.slice(start + size)];
      if (await holds(fewer)) best = fewer;
      else start += size;
    }
  return best;
}
