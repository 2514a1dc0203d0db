/** Addresses for alerts. Their URLs and signing secrets are sealed as one JSON text. */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { alertKinds, type Alert, type AlertKind, type QuietHours } from '#contract/alert.ts'
import { IncidentKind } from '#contract/incident.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { newId } from '#lib/id.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { maskSecret } from '#server/store/channels/channel-secrets.ts'
import { readPage, sortKeys } from '#server/store/query/page-sql.ts'
import { alert } from '#server/store/tables/incident.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Maximum number of addresses per account: each incident sends a message to each. */
export const maxAlerts = 50

const Sealed = z.object({ url: z.string().optional(), signing_secret: z.string().optional() })
export type AlertSecrets = z.infer<typeof Sealed>

export const sealAlert = (secrets: Secrets, account: string, id: string, content: AlertSecrets): Buffer | null =>
  Object.keys(content).length === 0 ? null : secrets.seal(account, id, JSON.stringify(content))

/** Empty if nothing is sealed, or it cannot be decrypted (a backup of another installation). */
export function unsealAlert(secrets: Secrets, account: string, id: string, sealed: Buffer | null): AlertSecrets {
  if (!sealed) return {}
  try {
    return Sealed.parse(JSON.parse(secrets.open(account, id, sealed)))
  } catch {
    return {}
  }
}

const fields = {
  id: alert.id,
  name: alert.name,
  kind: alert.kind,
  address: alert.address,
  secrets: alert.secrets,
  incidentKinds: alert.incidentKinds,
  quietHours: alert.quietHours,
  isEnabled: alert.isEnabled,
  lastAt: alert.lastAt,
  lastStatus: alert.lastStatus,
  lastDetail: alert.lastDetail,
  version: alert.version,
  createdAt: alert.createdAt,
  updatedAt: alert.updatedAt,
}
export type AlertRow = Pick<typeof alert.$inferSelect, keyof typeof fields>

/** Names of the secrets of each kind. */
const secretNames: Readonly<Record<AlertKind, readonly (keyof AlertSecrets)[]>> = {
  email: [],
  slack: ['url'],
  webhook: ['url', 'signing_secret'],
}

const DeliveryStatus = z.enum(['sent', 'retrying', 'failed'])
export const alertKindOf = (kind: string): AlertKind => z.enum(alertKinds).parse(kind)

export function toAlert(row: AlertRow, content: AlertSecrets): Alert {
  const kind = alertKindOf(row.kind)
  return {
    id: row.id,
    name: row.name,
    kind,
    address: row.address,
    credentials: Object.fromEntries(secretNames[kind].map((name) => [name, maskSecret(content[name])])),
    incident_kinds: row.incidentKinds.map((one) => IncidentKind.parse(one)),
    quiet_hours: row.quietHours,
    is_enabled: row.isEnabled,
    last_delivery:
      row.lastAt === null
        ? null
        : {
            at: row.lastAt.toISOString(),
            status: DeliveryStatus.parse(row.lastStatus),
            detail: row.lastDetail,
          },
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

const orderings = {
  name: { expression: sql`lower(${alert.name})`, type: 'text', nullable: false },
  created_at: { expression: sql`${alert.createdAt}`, type: 'timestamptz', nullable: false },
} as const

export function listAlerts(scope: Scope, query: PageQuery, toResult: (row: AlertRow) => Alert): Promise<Page<Alert>> {
  return readPage({
    scope,
    table: alert,
    where: undefined,
    name: `alert ${query.ordering ?? ''}`,
    keys: sortKeys(orderings, query.ordering, 'name'),
    id: sql`${alert.id}`,
    query,
    read: ({ fields: extra, condition, order }) =>
      scope.select(alert, { ...fields, ...extra }, condition).orderBy(...order),
    toResult: (row) => toResult(row),
  })
}

export async function findAlert(scope: Scope, id: string): Promise<AlertRow | null> {
  const [row] = await scope.select(alert, fields, eq(alert.id, id))
  return row ?? null
}

export interface AlertFacts {
  name: string
  kind: AlertKind
  address: string
  secrets: Buffer | null
  incidentKinds: string[]
  quietHours: QuietHours | null
  isEnabled: boolean
}

export const newAlertId = (now: Date): string => newId('alr', now.getTime())

/** False if the limit is reached. */
export async function createAlert(scope: Scope, id: string, facts: AlertFacts, now: Date): Promise<boolean> {
  if ((await scope.count(alert, undefined, maxAlerts)) >= maxAlerts) return false
  await scope.insert(alert, [{ id, ...facts, createdAt: now, updatedAt: now }])
  return true
}

export async function changeAlert(scope: Scope, id: string, facts: AlertFacts, now: Date): Promise<void> {
  await scope.update(alert, { ...facts, version: sql`${alert.version} + 1`, updatedAt: now }, eq(alert.id, id))
}

/** Removes an address with its messages; its name, or null if there was none. */
export async function removeAlert(scope: Scope, id: string): Promise<string | null> {
  const [row] = await scope.remove(alert, eq(alert.id, id)).returning({ name: alert.name })
  return row?.name ?? null
}
