/** Transports: the ways by which notifications leave the server. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { boolean, choice, type Field, parseUuid, text } from "../../interface/fields.ts";
import { booleanFilter, choiceFilter, textFilter } from "../../interface/filters.ts";
import type { FieldErrors } from "../../interface/identity-errors.ts";
import { listAll } from "../../records/list-all.ts";
import { ruleClaims, transportClaims } from "../../notifications/notification-claims.ts";
import { deliveryModel, notificationRuleModel, notificationTransportModel } from "../../records/notification-models.ts";
import { modeOf, transportModes } from "../../notifications/transport-modes.ts";
import { addressOf, hasAddress, sealedAddress } from "../../notifications/webhook-address.ts";
import { modelPermissions } from "../../directory/permissions.ts";
import type { RecordChange } from "../../records/record-store.ts";
import type { Draft, Prepared, Resource } from "../../interface/resource.ts";
import { stringOf, stringsOf } from "../../records/stored-values.ts";
import { readOnly } from "../core/read-only.ts";

const MODES = transportModes.map(({ name }) => name);

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  { name: "name", kind: text(), required: true },
  { name: "mode", kind: choice(MODES), required: true },
  readOnly("mode_verbose", { type: "string" }),
  {
    name: "webhook_url",
    kind: text({ blank: true }),
    default: "",
    description: "Target address; needed by the two webhook modes.",
  },
  {
    name: "send_once",
    kind: boolean,
    default: false,
    description: "Deliver once for each match instead of once for each user.",
  },
];

export const transports: Resource = {
  path: "events/transports",
  label: { app: "authentik_events", model: "notificationtransport" },
  title: "Notification Transport",
  model: notificationTransportModel,
  key: "uuid",
  keySchema: { type: "string", format: "uuid" },
  fields,
  filters: [textFilter("name"), choiceFilter("mode", MODES), booleanFilter("send_once")],
  searchFields: ["name"],
  defaultOrdering: ["name"],

  permissions: modelPermissions("notificationtransport"),

  async find(key, { store }) {
    const uuid = parseUuid(key);
    return uuid === undefined ? undefined : store.get(`${notificationTransportModel.name}:${uuid}`);
  },

  newId: () => Promise.resolve(`${notificationTransportModel.name}:${randomUUID()}`),

  check: (draft) => Promise.resolve(urlFaults(draft)),

  prepare(draft, { secretBox }): Promise<Prepared> {
    const pk = draft.id.slice(`${notificationTransportModel.name}:`.length);
    const { webhook_url: address, ...own } = draft.values;
    const sealed = typeof address === "string" ? sealedAddress(address, draft.id, secretBox) : {};
    const written: JsonObject = { ...draft.before?.fields, ...own, ...sealed, pk };
    return Promise.resolve({ fields: written, claims: transportClaims(written) });
  },

  taken: () => ({ name: ["Notification Transport with this name already exists."] }),

  /** Rules lose the transport, and what waits for it is given up. */
  async removal(record, { store }) {
    const pk = stringOf(record.fields, "pk");
    const rules = await listAll(store, { model: notificationRuleModel.name, filters: { transports: pk } });
    const deliveries = await listAll(store, { model: deliveryModel.name, filters: { transport: pk } });
    return [
      ...rules.map((rule): RecordChange => {
        const changed: JsonObject = {
          ...rule.fields,
          transports: stringsOf(rule.fields, "transports").filter((uuid) => uuid !== pk),
        };
        return { kind: "replace", id: rule.id, fields: changed, ifSeqNo: rule.seqNo, claims: ruleClaims(changed) };
      }),
      ...deliveries.map(({ id, seqNo }): RecordChange => ({ kind: "delete", id, ifSeqNo: seqNo })),
    ];
  },

  show: (records, { secretBox }) =>
    Promise.resolve(
      records.map((record) => {
        const { fields: stored } = record;
        return {
          pk: stringOf(stored, "pk"),
          name: stringOf(stored, "name"),
          mode: stringOf(stored, "mode"),
          mode_verbose: modeOf(stored).verbose,
          // One that cannot be read any more has to be set again.
          webhook_url: addressOf(record, secretBox) ?? "",
          send_once: stored["send_once"] === true,
        };
      }),
    ),

  nameOf: ({ fields: stored }) => stringOf(stored, "name"),
};

function urlFaults({ before, values }: Draft): FieldErrors {
  const written: JsonObject = { ...before?.fields, ...values };
  if (typeof written["mode"] !== "string") return {};
  const { webhook_url: url } = values;
  if (typeof url !== "string" || url === "") {
    const kept = url === undefined && before !== undefined && hasAddress(before.fields);
    return modeOf(written).needsUrl && !kept ? { webhook_url: ["Webhook URL may not be empty."] } : {};
  }
  const valid = URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol);
  return valid ? {} : { webhook_url: ["Enter a valid URL."] };
}
