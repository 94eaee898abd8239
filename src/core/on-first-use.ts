/**
 * What is made when it is first used, and then kept: patterns and tables that few texts need, but whose making every
 * start of every thread would pay for (a class of emoji: 10 ms).
 */
export function onFirstUse<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
