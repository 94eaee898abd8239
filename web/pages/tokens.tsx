/** Keys of programs. A key is shown when somebody asks for it, and that is recorded. */
import { useSignal } from "@preact/signals";
import { type Answer, call, type Fault } from "../core/api.ts";
import { ago, when } from "../core/format.ts";
import { identityPath, remove, save, type Token } from "../core/identity.ts";
import { me, rights } from "../core/session.ts";
import { Copy } from "../parts/copy.tsx";
import { Confirm, Dialog } from "../parts/dialog.tsx";
import { FormDialog } from "../parts/form.tsx";
import { Records } from "../parts/records.tsx";
import { curlOf } from "../parts/request.tsx";
import { Empty, Failure } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";

const INTENTS: Readonly<Record<string, string>> = {
  api: "API",
  app_password: "app password",
  recovery: "recovery link",
  verification: "verification",
};

const COLUMNS: readonly Column<Token>[] = [
  { key: "identifier", title: "Token", wide: true, render: ({ identifier }) => <b dir="auto">{identifier}</b> },
  { key: "user", title: "Of", render: ({ user_obj }) => <span dir="auto">{user_obj?.username}</span> },
  { key: "intent", title: "For", render: ({ intent }) => INTENTS[intent] ?? intent },
  {
    key: "expires",
    title: "Ends",
    render: ({ expires, expiring }) => (expiring ? <time title={when(expires)}>{ago(expires)}</time> : "never"),
  },
  {
    key: "description",
    title: "Description",
    wide: true,
    render: ({ description }) => <span dir="auto">{description}</span>,
  },
];

type Key = Answer<{ readonly key: string }>;
const keyOf = (identifier: string): Promise<Key> =>
  call<{ readonly key: string }>("GET", identityPath("core/tokens", identifier, "view_key"));

export function Page() {
  const version = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const making = useSignal(false);
  const key = useSignal<{ readonly identifier: string; readonly answer: Key } | undefined>(undefined);
  const show = async (identifier: string): Promise<void> => {
    key.value = { identifier, answer: await keyOf(identifier) };
  };
  return (
    <>
      <Records<Token>
        title="Tokens"
        list="core/tokens"
        columns={COLUMNS}
        sorts={["identifier", "intent", "expires"]}
        keyOf={({ identifier }) => identifier}
        picked={picked.value}
        onPick={(next) => (picked.value = next)}
        version={version.value}
        actions={
          <button type="button" class="primary" onClick={() => (making.value = true)}>
            New token
          </button>
        }
        empty={<Empty title="No tokens yet">A token is the key of a program that asks this server in your name.</Empty>}
        detail={(token) => (
          <Detail
            key={token.identifier}
            token={token}
            onShow={() => void show(token.identifier)}
            onChanged={() => void version.value++}
          />
        )}
      />
      {making.value && (
        <FormDialog
          title="New token"
          label="Make the token"
          fields={[
            { name: "identifier", title: "Name", kind: "text", required: true, hint: "Letters, digits, - and _" },
            { name: "description", title: "What it is for", kind: "text" },
            {
              name: "intent",
              title: "Used as",
              kind: "one",
              choices: [
                { value: "api", title: "key of the interface (Bearer, ApiKey)" },
                { value: "app_password", title: "password of a program that signs in by user name" },
              ],
            },
            { name: "expiring", title: "Ends by itself, and gets another key then", kind: "check" },
          ]}
          values={{ identifier: "", description: "", intent: "api", expiring: false }}
          onClose={() => (making.value = false)}
          save={async (values) => {
            const answer = await save<Token>("core/tokens", undefined, values);
            if (answer.ok) {
              version.value++;
              await show(answer.body.identifier);
            }
            return answer;
          }}
        />
      )}
      {key.value && <ShowKey {...key.value} onClose={() => (key.value = undefined)} />}
    </>
  );
}

function ShowKey({ identifier, answer, onClose }: { identifier: string; answer: Key; onClose: () => void }) {
  const secret = answer.ok ? answer.body.key : "";
  return (
    <Dialog title={`The key of ${identifier}`} onClose={onClose}>
      <div class="body">
        {answer.ok ? (
          <>
            <p class="mono key">{secret}</p>
            <p class="row">
              <Copy text={secret} label="Copy the key" />
              <Copy
                text={curlOf({ method: "GET", path: "/" }, secret)}
                label="Copy as curl"
                what="Copied: a request that uses the key."
              />
            </p>
            <p class="hint">
              Whoever has it may do what {me.value?.username ?? "its user"} may. That you looked is recorded.
            </p>
          </>
        ) : (
          answer.fault && <Failure fault={answer.fault} />
        )}
      </div>
      <footer>
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </footer>
    </Dialog>
  );
}

function Detail({ token, onShow, onChanged }: { token: Token; onShow: () => void; onChanged: () => void }) {
  const deleting = useSignal(false);
  const mine = token.user === me.value?.pk;
  const may = (permission: string): boolean => mine || rights.value.identity[permission] === true;
  const drop = async (): Promise<Fault | undefined> => {
    const answer = await remove("core/tokens", token.identifier);
    if (answer.ok) onChanged();
    return answer.fault;
  };
  return (
    <>
      <h2 dir="auto">{token.identifier}</h2>
      <p class="row">
        {may("view_token_key") && (
          <button type="button" onClick={onShow}>
            Show the key
          </button>
        )}
        {may("delete_token") && (
          <button type="button" class="danger" onClick={() => (deleting.value = true)}>
            Delete…
          </button>
        )}
      </p>
      <dl class="doc">
        {Object.entries({
          Of: token.user_obj?.username ?? "",
          For: INTENTS[token.intent] ?? token.intent,
          Ends: token.expiring ? when(token.expires) : "never",
          Description: token.description || "–",
        }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {deleting.value && (
        <Confirm
          title={`Delete ${token.identifier}?`}
          label="Delete the token"
          act={drop}
          onClose={() => (deleting.value = false)}
        >
          <p>Programs that use it are refused at once.</p>
        </Confirm>
      )}
    </>
  );
}
