/** What forms offer to choose from. */
import { all, type Group, type Transport, type User } from "./identity.ts";

/** A choice with a name of its own. */
export interface Choice {
  readonly value: string;
  readonly title: string;
}

export const choicesOf = (values: readonly string[]): Choice[] => values.map((value) => ({ value, title: value }));

const named = (rows: readonly { readonly pk: string; readonly name: string }[]): Choice[] =>
  rows.map(({ pk, name }) => ({ value: pk, title: name }));

export const groupChoices = async (): Promise<Choice[]> => named(await all<Group>("core/groups"));

export const transportChoices = async (): Promise<Choice[]> => named(await all<Transport>("events/transports"));

export const userChoices = async (): Promise<Choice[]> =>
  (await all<User>("core/users")).map(({ pk, username }) => ({ value: String(pk), title: username }));
