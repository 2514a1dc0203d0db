/** Handlers of addresses for alerts. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { alert, type Alert, type AlertKind, type CreatedAlert } from '#contract/alert.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { Fault, invalid, notFound } from '#server/base/fault.ts'
import { AlertError } from '#server/engine/incidents/alert-sender.ts'
import { testMessage } from '#server/engine/incidents/alert-words.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { handler, type Context, type Handler, type Reply } from '#server/protocol/handler.ts'
import { makeSigningSecret } from '#server/store/channels/channel-secrets.ts'
import {
  alertKindOf,
  changeAlert,
  createAlert,
  findAlert,
  listAlerts,
  maxAlerts,
  newAlertId,
  removeAlert,
  sealAlert,
  toAlert,
  unsealAlert,
  type AlertFacts,
  type AlertRow,
  type AlertSecrets,
} from '#server/store/incidents/alert.ts'
import { recordDelivery } from '#server/store/incidents/alert-message.ts'

const secretsOf = ({ scope, services }: Context, row: AlertRow): AlertSecrets =>
  unsealAlert(services.secrets, scope.account, row.id, row.secrets)

async function needAlert({ scope }: Context, id: string): Promise<AlertRow> {
  const found = await findAlert(scope, id)
  if (!found) throw notFound('alert')
  return found
}

async function replyOf(context: Context, id: string): Promise<Reply<Alert>> {
  const row = await needAlert(context, id)
  const body = toAlert(row, secretsOf(context, row))
  return { body, object: { id, name: body.name }, headers: { ETag: etagOf(body.version, body) } }
}

/** The URL of a Slack or webhook address; 400 if it is none. Whether it is public is checked when it is connected. */
function urlOf(kind: AlertKind, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid('address', 'Use an address like https://hooks.example.com/….')
  if (url.username !== '' || url.password !== '')
    throw invalid('address', 'Leave out the user name and password of the URL.')
  if (kind === 'slack' && url.protocol !== 'https:')
    throw invalid('address', 'Use the https:// address that Slack shows.')
  return url
}

/** The address as shown, and its secrets. */
function addressOf(
  { services }: Context,
  kind: AlertKind,
  given: string,
  signingSecret: string | undefined,
): { address: string; secrets: AlertSecrets } {
  if (signingSecret !== undefined && kind !== 'webhook')
    throw invalid('signing_secret', 'Only webhooks have a signing secret.')
  if (kind === 'email') {
    if (!services.alertSender.sendsMail)
      throw invalid('kind', 'This service sends no mail. Set SMTP_URL and MAIL_FROM first.')
    if (!z.email().max(254).safeParse(given).success) throw invalid('address', 'Use an email address.')
    return { address: given, secrets: {} }
  }
  const url = urlOf(kind, given)
  const secrets = { url: url.href, ...(signingSecret === undefined ? {} : { signing_secret: signingSecret }) }
  return { address: url.origin, secrets }
}

const list = handler(alert.list, async (context, { query }) => ({
  body: await listAlerts(context.scope, query, (row) => toAlert(row, secretsOf(context, row))),
}))

const read = handler(alert.read, (context, { params }) => replyOf(context, params.id))

async function createdReply(context: Context, id: string, secret: string | null): Promise<Reply<CreatedAlert>> {
  const row = await needAlert(context, id)
  const body = { ...toAlert(row, secretsOf(context, row)), secret }
  return { body, object: { id, name: row.name } }
}

const create = handler(
  alert.create,
  async (context, { body }) => {
    const { scope, services } = context
    const { kind, name } = body
    const now = services.now()
    const id = newAlertId(now)
    const created = kind === 'webhook' && body.signing_secret === undefined ? makeSigningSecret() : null
    const { address, secrets } = addressOf(context, kind, body.address, created ?? body.signing_secret)
    const facts: AlertFacts = {
      name,
      kind,
      address,
      secrets: sealAlert(services.secrets, scope.account, id, secrets),
      incidentKinds: body.incident_kinds ?? [],
      quietHours: body.quiet_hours ?? null,
      isEnabled: body.is_enabled ?? true,
    }
    if (!(await createAlert(scope, id, facts, now)))
      throw new Fault('conflict', `The account has ${maxAlerts} alerts, the maximum. Delete one first.`)
    return createdReply(context, id, created)
  },
  { remake: (context, id) => createdReply(context, id, null) },
)

function factsAfter(context: Context, before: AlertRow, body: Parsed<typeof alert.edit>['body']): AlertFacts {
  const { scope, services } = context
  const kind = alertKindOf(before.kind)
  const stored = secretsOf(context, before)
  const isAddressChanged = body.address !== undefined || body.signing_secret !== undefined
  const given = body.address ?? (kind === 'email' ? before.address : (stored.url ?? ''))
  const changed = isAddressChanged
    ? addressOf(context, kind, given, body.signing_secret ?? stored.signing_secret)
    : null
  return {
    kind,
    name: body.name ?? before.name,
    address: changed?.address ?? before.address,
    secrets: changed ? sealAlert(services.secrets, scope.account, before.id, changed.secrets) : before.secrets,
    incidentKinds: body.incident_kinds ?? before.incidentKinds,
    quietHours: body.quiet_hours === undefined ? before.quietHours : body.quiet_hours,
    isEnabled: body.is_enabled ?? before.isEnabled,
  }
}

const edit = handler(alert.edit, async (context, { params, body }) => {
  const before = await needAlert(context, params.id)
  await changeAlert(context.scope, params.id, factsAfter(context, before, body), context.services.now())
  return replyOf(context, params.id)
})

const remove = handler(alert.remove, async ({ scope }, { params }) => {
  const name = await removeAlert(scope, params.id)
  if (name === null) throw notFound('alert')
  return { body: null, object: { id: params.id, name } }
})

/** Sends without an open transaction. */
const test = handler(
  alert.test,
  async (context, { params }) => {
    const { scope, services } = context
    const { alertSender, database, now } = services
    const row = await needAlert(context, params.id)
    const message = testMessage(`alert:test:${row.id}:${randomUUID()}`, row.name, alertSender.publicUrl)
    const to = { kind: alertKindOf(row.kind), address: row.address, secrets: secretsOf(context, row) }
    try {
      await alertSender.send(to, message, now())
      await recordDelivery(database.pool, scope.account, row.id, { status: 'sent', detail: null }, now())
    } catch (error) {
      if (!(error instanceof AlertError)) throw error
      const failed = { status: 'failed', detail: error.message } as const
      await recordDelivery(database.pool, scope.account, row.id, failed, now())
    }
    return replyOf(context, row.id)
  },
  { ownTransactions: true },
)

export const alertHandlers: Handler[] = [list, read, create, edit, remove, test]
