/** Records that are kept here: found, made, shown, changed and deleted, as far as the person may. */
import { type ComponentChildren, Fragment } from "preact";
import { useSignal } from "@preact/signals";
import type { Answer } from "../core/api.ts";
import { rights } from "../core/session.ts";
import { Confirm } from "./dialog.tsx";
import { say } from "./notice.tsx";
import { Records, type RecordsProps } from "./records.tsx";

export type Verb = "add" | "change" | "delete";

/** What a form of one record is told. */
export interface FormTools {
  readonly onClose: () => void;
  /** What is there has changed; the record of this key is to be shown. */
  readonly onSaved: (key?: string) => void;
}

/** A button that makes one, and its form. */
export interface Maker {
  readonly label: string;
  readonly form: (tools: FormTools) => ComponentChildren;
}

type Shown<Row> = Pick<
  RecordsProps<Row>,
  "title" | "one" | "source" | "columns" | "sorts" | "keyOf" | "filters" | "empty"
>;

export interface CollectionProps<Row> extends Shown<Row> {
  readonly nameOf: (row: Row) => string;
  readonly may: (verb: Verb, row: Row | undefined) => boolean;
  /** The last one is what people look for first. */
  readonly makers: readonly Maker[];
  readonly edit?: (row: Row, tools: FormTools) => ComponentChildren;
  /** Said in place of the button where one may not be changed. */
  readonly fixed?: string;
  /** What else can be done with one: buttons. */
  readonly more?: (row: Row) => ComponentChildren;
  readonly detail: (row: Row) => ComponentChildren;
  readonly drop: {
    readonly act: (row: Row) => Promise<Answer<unknown>>;
    /** What goes with it. */
    readonly note: ComponentChildren;
    readonly label: string;
    /** To be typed before it goes. */
    readonly wordOf?: (row: Row) => string;
  };
}

/** By the permissions of the identity interface: `add_user`. */
export const mayOf =
  (model: string) =>
  (verb: Verb): boolean =>
    rights.value.identity[`${verb}_${model}`] === true;

type Doing = { readonly kind: "edit" | "delete" } | { readonly kind: "make"; readonly maker: Maker };

export function Collection<Row>(props: CollectionProps<Row>) {
  const { nameOf, keyOf, may, makers, edit, more, drop, fixed = "read only" } = props;
  const version = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const doing = useSignal<Doing | undefined>(undefined);
  const tools: FormTools = {
    onClose: () => void (doing.value = undefined),
    onSaved(key) {
      version.value++;
      if (key !== undefined) picked.value = key;
    },
  };
  const remove = async (row: Row): Promise<Answer<unknown>["fault"]> => {
    const answer = await drop.act(row);
    if (answer.ok) {
      say(`${nameOf(row)} is deleted.`);
      tools.onSaved();
    }
    return answer.fault;
  };
  const detail = (row: Row): ComponentChildren => (
    <Fragment key={keyOf(row)}>
      <h2 dir="auto">{nameOf(row)}</h2>
      <p class="row">
        {edit &&
          (may("change", row) ? (
            <button type="button" onClick={() => (doing.value = { kind: "edit" })}>
              Edit
            </button>
          ) : (
            <span class="tag">{fixed}</span>
          ))}
        {more?.(row)}
        {may("delete", row) && (
          <button type="button" class="danger" onClick={() => (doing.value = { kind: "delete" })}>
            Delete…
          </button>
        )}
      </p>
      {props.detail(row)}
      {doing.value?.kind === "edit" && edit?.(row, tools)}
      {doing.value?.kind === "delete" && (
        <Confirm
          title={`Delete ${nameOf(row)}?`}
          label={drop.label}
          act={() => remove(row)}
          onClose={tools.onClose}
          {...(drop.wordOf ? { word: drop.wordOf(row) } : {})}
        >
          <p>{drop.note}</p>
        </Confirm>
      )}
    </Fragment>
  );
  return (
    <>
      <Records<Row>
        {...props}
        picked={picked.value}
        onPick={(key) => (picked.value = key)}
        version={version.value}
        detail={detail}
        actions={
          may("add", undefined) &&
          makers.map((maker, at) => (
            <button
              key={maker.label}
              type="button"
              class={at === makers.length - 1 ? "primary" : ""}
              onClick={() => (doing.value = { kind: "make", maker })}
            >
              {maker.label}
            </button>
          ))
        }
      />
      {doing.value?.kind === "make" && doing.value.maker.form(tools)}
    </>
  );
}
