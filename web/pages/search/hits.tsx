/** The hits as a table: bars that compare scores, marks where words were found, columns that sort. */
import type { ComponentChildren } from "preact";
import { shown } from "../../core/format.ts";
import type { Hit, SearchAnswer } from "../../core/search.ts";
import { type Column, Table } from "../../parts/table.tsx";
import { isNumber } from "./builder.tsx";
import { change, CLOSE, current, keyOf, more, OPEN, picked, run, sortField } from "./state.ts";

type Row = Hit<Readonly<Record<string, unknown>>>;
const MOST_COLUMNS = 7;

/** Text of documents never becomes markup: it is split at the marks. */
export function Marked({ text }: { text: string }) {
  return (
    <>
      {text.split(OPEN).map((piece, at): ComponentChildren => {
        if (at === 0) return piece;
        const [inside = "", after = ""] = piece.split(CLOSE);
        return (
          // Pieces of a text have no other name than their place.
          <span key={at}>
            <mark>{inside}</mark>
            {after}
          </span>
        );
      })}
    </>
  );
}

export function Hits({ body }: { body: SearchAnswer }) {
  const { hits } = body.hits;
  const most = body.hits.max_score ?? Math.max(0, ...hits.map(({ _score }) => _score ?? 0));
  const names = [...new Set(hits.slice(0, 100).flatMap(({ _source }) => Object.keys(_source ?? {})))].slice(
    0,
    MOST_COLUMNS,
  );
  const several = new Set(hits.slice(0, 100).map(({ _index }) => _index)).size > 1;
  const visual = current.value.mode === "visual";
  const columns: Column<Row>[] = [
    {
      key: "_score",
      title: "Score",
      render: ({ _score }) => (
        <span class="score">
          <i aria-hidden="true">
            <b style={{ width: `${most > 0 ? (100 * (_score ?? 0)) / most : 0}%` }} />
          </i>
          {_score?.toFixed(2) ?? "–"}
        </span>
      ),
    },
    ...(several ? [{ key: "_index", title: "Index", render: ({ _index }: Row) => _index }] : []),
    { key: "_id", title: "_id", mono: true, render: ({ _id }) => _id },
    ...names.map((name): Column<Row> => ({
      key: name,
      title: name,
      num: isNumber(name),
      render: ({ _source, highlight }) => {
        const lit = highlight?.[name]?.[0];
        return (
          <span dir="auto">
            {lit === undefined ? name in _source ? shown(_source[name]) : "" : <Marked text={lit} />}
          </span>
        );
      },
    })),
  ];
  const keys = new Set(visual ? ["_score", ...names.filter((name) => sortField(name) !== undefined)] : []);
  return (
    <Table
      label="Hits"
      rows={hits}
      columns={columns}
      keyOf={(hit) => keyOf(hit) ?? ""}
      picked={picked.value}
      onPick={(hit) => (picked.value = keyOf(hit))}
      onEnd={() => void more()}
      sorting={{
        keys,
        order: visual ? current.value.order : undefined,
        set: (order) => {
          change({ order });
          void run();
        },
      }}
    />
  );
}
