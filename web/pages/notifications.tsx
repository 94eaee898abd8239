/** What somebody was told, by which rules, and by which ways. */
import { type Signal, useSignal } from "@preact/signals";
import { call, type Fault } from "../core/api.ts";
import { ago, when } from "../core/format.ts";
import { identityPath, type Notification, remove, type Rule, save, type Transport } from "../core/identity.ts";
import { place, to } from "../core/router.ts";
import { rights } from "../core/session.ts";
import { Confirm } from "../parts/dialog.tsx";
import { FormDialog } from "../parts/form.tsx";
import { say } from "../parts/notice.tsx";
import { Records } from "../parts/records.tsx";
import { Empty, Status } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";
import { RuleOf } from "./trail/rule-of.tsx";

export function Page() {
  const tab = place.value.parts[1] ?? "mine";
  const may = rights.value.identity;
  const tabs = [
    ["mine", "Mine", true],
    ["rules", "Rules", may["view_notificationrule"] === true],
    ["transports", "Transports", may["view_notificationtransport"] === true],
  ] as const;
  return (
    <div class="tabbed">
      <nav class="tabs" aria-label="Notifications">
        {tabs.map(
          ([id, title, shown]) =>
            shown && (
              <a key={id} href={to(["notifications", id])} aria-current={id === tab ? "page" : undefined}>
                {title}
              </a>
            ),
        )}
      </nav>
      {tab === "rules" ? <Rules /> : tab === "transports" ? <Transports /> : <Mine />}
    </div>
  );
}

const kindOf = (severity: string): "none" | "warn" | "bad" =>
  severity === "alert" ? "bad" : severity === "warning" ? "warn" : "none";

const NOTIFICATIONS: readonly Column<Notification>[] = [
  { key: "severity", title: "As", render: ({ severity }) => <Status kind={kindOf(severity)}>{severity}</Status> },
  {
    key: "body",
    title: "What",
    wide: true,
    render: ({ body, seen }) => <span dir="auto">{seen ? body : <b>{body}</b>}</span>,
  },
  { key: "created", title: "When", render: ({ created }) => <time title={when(created)}>{ago(created)}</time> },
  { key: "seen", title: "", render: ({ seen }) => !seen && <span class="tag">new</span> },
];

function Mine() {
  const version = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const mark = async (): Promise<void> => {
    const answer = await call("POST", identityPath("events/notifications", "mark_all_seen"));
    if (answer.ok) version.value++;
  };
  return (
    <Records<Notification>
      title="Notifications"
      list="events/notifications"
      columns={NOTIFICATIONS}
      sorts={["created", "severity"]}
      keyOf={({ pk }) => pk}
      picked={picked.value}
      onPick={(key) => (picked.value = key)}
      version={version.value}
      actions={
        <button type="button" onClick={() => void mark()}>
          Mark all as seen
        </button>
      }
      empty={<Empty title="Nothing to tell you">Rules say which events you are told of.</Empty>}
      detail={({ body, created, severity }) => (
        <>
          <h2>{severity}</h2>
          <p class="dim">{when(created)}</p>
          <p dir="auto">{body}</p>
        </>
      )}
    />
  );
}

const RULES: readonly Column<Rule>[] = [
  { key: "name", title: "Rule", wide: true, render: ({ name }) => <b dir="auto">{name}</b> },
  { key: "severity", title: "As", render: ({ severity }) => <Status kind={kindOf(severity)}>{severity}</Status> },
  { key: "transports", title: "Ways", num: true, render: ({ transports }) => transports.length },
];

function Rules() {
  const version = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const making = useSignal(false);
  const deleting = useSignal(false);
  const may = rights.value.identity;
  const changed = (): void => void version.value++;
  return (
    <>
      <Records<Rule>
        title="Rules"
        list="events/rules"
        columns={RULES}
        sorts={["name", "severity"]}
        keyOf={({ pk }) => pk}
        picked={picked.value}
        onPick={(key) => (picked.value = key)}
        version={version.value}
        actions={
          may["add_notificationrule"] === true && (
            <button type="button" class="primary" onClick={() => (making.value = true)}>
              New rule
            </button>
          )
        }
        empty={<Empty title="No rules">A rule tells a group of events that are like something.</Empty>}
        detail={(rule) => (
          <>
            <h2 dir="auto">{rule.name}</h2>
            {rule.group === null && <p>It tells nobody: it has no group.</p>}
            {may["delete_notificationrule"] === true && (
              <p>
                <button type="button" class="danger" onClick={() => (deleting.value = true)}>
                  Delete…
                </button>
              </p>
            )}
            {deleting.value && (
              <Drop list="events/rules" name={rule.name} pk={rule.pk} open={deleting} onDone={changed} />
            )}
          </>
        )}
      />
      {making.value && <RuleOf action="" onClose={() => (making.value = false)} onSaved={changed} />}
    </>
  );
}

function Drop({
  list,
  name,
  pk,
  open,
  onDone,
}: {
  list: string;
  name: string;
  pk: string;
  open: Signal<boolean>;
  onDone: () => void;
}) {
  const drop = async (): Promise<Fault | undefined> => {
    const answer = await remove(list, pk);
    if (answer.ok) onDone();
    return answer.fault;
  };
  return (
    <Confirm title={`Delete ${name}?`} label="Delete it" act={drop} onClose={() => (open.value = false)}>
      <p>Nobody is told by it any more.</p>
    </Confirm>
  );
}

const MODES = [
  { value: "local", title: "shown here" },
  { value: "webhook", title: "webhook" },
  { value: "webhook_slack", title: "webhook, as Slack takes it" },
  { value: "email", title: "e-mail" },
];

const TRANSPORTS: readonly Column<Transport>[] = [
  { key: "name", title: "Transport", wide: true, render: ({ name }) => <b dir="auto">{name}</b> },
  { key: "mode", title: "How", render: ({ mode }) => MODES.find(({ value }) => value === mode)?.title ?? mode },
];

function Transports() {
  const version = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const making = useSignal(false);
  const deleting = useSignal(false);
  const may = rights.value.identity;
  const changed = (): void => void version.value++;
  const test = async (pk: string): Promise<void> => {
    const answer = await call<{ readonly messages?: readonly string[] }>(
      "POST",
      identityPath("events/transports", pk, "test"),
    );
    say(answer.ok ? `Sent. ${answer.body.messages?.join(" ") ?? ""}` : `Not sent: ${answer.fault?.reason ?? ""}`);
  };
  return (
    <>
      <Records<Transport>
        title="Transports"
        list="events/transports"
        columns={TRANSPORTS}
        sorts={["name", "mode"]}
        keyOf={({ pk }) => pk}
        picked={picked.value}
        onPick={(key) => (picked.value = key)}
        version={version.value}
        actions={
          may["add_notificationtransport"] === true && (
            <button type="button" class="primary" onClick={() => (making.value = true)}>
              New transport
            </button>
          )
        }
        empty={<Empty title="No transports">A transport is a way by which notifications leave.</Empty>}
        detail={(transport) => (
          <>
            <h2 dir="auto">{transport.name}</h2>
            <p class="row">
              {may["change_notificationtransport"] === true && (
                <button type="button" onClick={() => void test(transport.pk)}>
                  Send a sample
                </button>
              )}
              {may["delete_notificationtransport"] === true && (
                <button type="button" class="danger" onClick={() => (deleting.value = true)}>
                  Delete…
                </button>
              )}
            </p>
            {transport.webhook_url && <p class="mono">{transport.webhook_url}</p>}
            {deleting.value && (
              <Drop list="events/transports" name={transport.name} pk={transport.pk} open={deleting} onDone={changed} />
            )}
          </>
        )}
      />
      {making.value && (
        <FormDialog
          title="New transport"
          label="Make the transport"
          fields={[
            { name: "name", title: "Name", kind: "text", required: true },
            { name: "mode", title: "How", kind: "one", choices: MODES },
            {
              name: "webhook_url",
              title: "Address",
              kind: "text",
              when: ({ mode }) => String(mode).startsWith("webhook"),
            },
            { name: "send_once", title: "Once for each event, not for each person", kind: "check" },
          ]}
          values={{ name: "", mode: "local", webhook_url: "", send_once: false }}
          onClose={() => (making.value = false)}
          save={async (values) => {
            const answer = await save<Transport>("events/transports", undefined, values);
            if (answer.ok) changed();
            return answer;
          }}
        />
      )}
    </>
  );
}
