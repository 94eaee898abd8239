/** Keys of programs. A key is shown when somebody asks for it, and that is recorded. */
import { useSignal } from "@preact/signals";
import { type Answer, call } from "../core/api.ts";
import { ago, when } from "../core/format.ts";
import { identityPath, remove, save, type Token } from "../core/identity.ts";
import { me, rights } from "../core/session.ts";
import { Collection, type FormTools } from "../parts/collection.tsx";
import { Copy } from "../parts/copy.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Facts } from "../parts/facts.tsx";
import { FormDialog } from "../parts/form.tsx";
import { identityRecords } from "../parts/records.tsx";
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

/** One's own, or those of others with the right to it. */
const may = (permission: string, token: Token | undefined): boolean =>
  token === undefined || token.user === me.value?.pk || rights.value.identity[permission] === true;

export function Page() {
  const key = useSignal<{ readonly identifier: string; readonly answer: Key } | undefined>(undefined);
  const show = async (identifier: string): Promise<void> => {
    key.value = { identifier, answer: await keyOf(identifier) };
  };
  return (
    <>
      <Collection<Token>
        title="Tokens"
        one="token"
        source={identityRecords("core/tokens")}
        columns={COLUMNS}
        sorts={["identifier", "intent", "expires"]}
        keyOf={({ identifier }) => identifier}
        nameOf={({ identifier }) => identifier}
        may={(verb, token) => may(`${verb}_token`, token)}
        makers={[{ label: "New token", form: (tools) => <NewToken {...tools} onShow={show} /> }]}
        more={(token) =>
          may("view_token_key", token) && (
            <button type="button" onClick={() => void show(token.identifier)}>
              Show the key
            </button>
          )
        }
        empty={<Empty title="No tokens yet">A token is the key of a program that asks this server in your name.</Empty>}
        detail={(token) => (
          <Facts
            facts={{
              Of: token.user_obj?.username ?? "",
              For: INTENTS[token.intent] ?? token.intent,
              Ends: token.expiring ? when(token.expires) : "never",
              Description: token.description || "–",
            }}
          />
        )}
        drop={{
          act: ({ identifier }) => remove("core/tokens", identifier),
          label: "Delete the token",
          note: "Programs that use it are refused at once.",
        }}
      />
      {key.value && <ShowKey {...key.value} onClose={() => (key.value = undefined)} />}
    </>
  );
}

function NewToken({ onClose, onSaved, onShow }: FormTools & { onShow: (identifier: string) => Promise<void> }) {
  return (
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
      onClose={onClose}
      save={async (values) => {
        const answer = await save<Token>("core/tokens", undefined, values);
        if (answer.ok) {
          onSaved();
          await onShow(answer.body.identifier);
        }
        return answer;
      }}
    />
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
