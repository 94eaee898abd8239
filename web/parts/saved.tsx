/** What is kept on the server: one's own, found from every browser, and what others share. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Fault } from "../core/api.ts";
import { all, remove, save } from "../core/identity.ts";
import { Ask, useAsking } from "./dialog.tsx";
import { say } from "./notice.tsx";
import { Failure, Loading } from "./states.tsx";

interface Item {
  readonly pk: string;
  readonly name: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly shared: boolean;
  readonly owner: string;
  readonly mine: boolean;
}

interface SavedProps {
  readonly kind: "search" | "request";
  /** Of many of them: `searches`. */
  readonly many: string;
  /** What would be kept now, and its name. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly onOpen: (item: Pick<Item, "name" | "content">) => void;
  readonly onClose: () => void;
}

const LIST = "console/items";

export function Saved({ kind, many, content, name: first, onOpen, onClose }: SavedProps) {
  const items = useSignal<readonly Item[] | undefined>(undefined);
  const name = useSignal(first);
  const shared = useSignal(false);
  const fault = useSignal<Fault | undefined>(undefined);
  const load = async (): Promise<void> => {
    items.value = (await all<Item & { readonly kind: string }>(LIST)).filter((one) => one.kind === kind);
  };
  useEffect(() => void load(), []);
  const same = items.value?.find((one) => one.mine && one.name === name.value.trim());
  const asking = useAsking(async () => {
    const answer = await save(LIST, same?.pk, { kind, content, name: name.value, shared: shared.value });
    if (answer.ok) say(`${name.value} is kept on the server.`);
    return answer.fault;
  }, onClose);
  const drop = async (item: Item): Promise<void> => {
    const answer = await remove(LIST, item.pk);
    fault.value = answer.fault;
    if (answer.ok) await load();
  };
  return (
    <Ask
      title={`Saved ${many}`}
      asking={asking}
      label={same ? "Save over it" : "Save"}
      ready={name.value.trim() !== "" && items.value !== undefined}
      cancel="Close"
      onClose={onClose}
    >
      <label class="field">
        <span>Save what is open as</span>
        <input
          autofocus
          autocomplete="off"
          maxLength={255}
          value={name}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <label class="check">
        <input type="checkbox" checked={shared} onChange={(event) => (shared.value = event.currentTarget.checked)} />
        <span>Everybody who signs in may see it</span>
      </label>
      {fault.value && <Failure fault={fault.value} />}
      {items.value === undefined ? (
        <Loading lines={3} />
      ) : items.value.length === 0 ? (
        <p class="dim">Nothing is saved yet. What is saved here is there in every browser where you sign in.</p>
      ) : (
        <ul class="rows" aria-label={`Saved ${many}`}>
          {items.value.map((item) => (
            <li key={item.pk}>
              <button
                type="button"
                class="link"
                dir="auto"
                onClick={() => {
                  onOpen(item);
                  onClose();
                }}
              >
                {item.name}
              </button>
              {item.shared && <span class="tag">{item.mine ? "shared" : `of ${item.owner}`}</span>}
              <span class="grow" />
              {item.mine && (
                <button type="button" class="link" aria-label={`Delete ${item.name}`} onClick={() => void drop(item)}>
                  Delete
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Ask>
  );
}
