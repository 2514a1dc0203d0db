/** Inserts rows directly into the tables: channels, contacts, conversations, runs and bookings. */
import { sql } from 'drizzle-orm'
import { channelStatuses } from '#contract/channel.ts'
import { channelTypes } from '#contract/values/channel-type.ts'
import { conversationStatuses } from '#contract/conversation.ts'
import { triggerKinds } from '#contract/billing.ts'
import { runStatuses } from '#contract/values/run-status.ts'
import { searchable } from '#lib/text/search-text.ts'
import { vectorOf } from '#server/store/query/search.ts'
import { channel } from '#server/store/tables/channel.ts'
import { contact, conversation, message } from '#server/store/tables/conversation.ts'
import { flow } from '#server/store/tables/flow.ts'
import { ledger, ledgerDay } from '#server/store/tables/ledger.ts'
import { run, runDay, runStep } from '#server/store/tables/run.ts'
import type { Scope } from '#server/store/db/scope.ts'

const hour = 3_600_000
const day = 24 * hour

/** Deterministic pseudo-random numbers, without the patterns of a simple remainder. */
function dice(start: number): (sides: number) => number {
  let state = start
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const pick = <T>(roll: (sides: number) => number, list: readonly [T, ...T[]]): T => list[roll(list.length)] ?? list[0]

export interface Seeded {
  flows: string[]
  channels: string[]
  contacts: string[]
  conversations: string[]
  runs: string[]
}

export interface SeedSizes {
  conversations: number
  runs: number
  /** Prefix of every id, so that two accounts have different ids. */
  prefix: string
  /** A person of the account, for assignees. */
  person: { id: string; name: string }
  now: Date
}

const count = (length: number) => Array.from({ length }, (_, index) => index)
const id = (kind: string, prefix: string, index: number) => `${kind}_${prefix}${String(index).padStart(5, '0')}`

async function seedFlows(scope: Scope, prefix: string): Promise<string[]> {
  const ids = count(4).map((index) => id('flw', prefix, index))
  await scope.insert(
    flow,
    ids.map((flowId, index) => ({
      id: flowId,
      name: `Flow ${index}`,
      createdById: 'usr_x',
      createdByName: 'Somebody',
    })),
  )
  return ids
}

async function seedChannels(scope: Scope, { prefix, now }: SeedSizes, flows: string[]): Promise<string[]> {
  const roll = dice(7)
  const ids = count(12).map((index) => id('chn', prefix, index))
  await scope.insert(
    channel,
    ids.map((channelId, index) => ({
      id: channelId,
      type: channelTypes[index % channelTypes.length] ?? 'custom',
      name: `Channel ${index % 5}`,
      identifier: index % 3 === 0 ? null : `support-${index}@example.com`,
      provider: index % 2 === 0 ? 'Acme 100%' : null,
      status: channelStatuses[index % channelStatuses.length] ?? 'error',
      flowId: index < flows.length ? flows[index] : null,
      flowName: index < flows.length ? `Flow ${index}` : null,
      pendingCount: roll(5),
      lastEventAt: index % 4 === 0 ? null : new Date(now.getTime() - roll(3) * day),
      lastError: index % 6 === 2 ? { code: 'timeout', message: 'No answer.', at: now.toISOString() } : null,
      secrets: Buffer.from('canary-channel-secret'),
    })),
  )
  return ids
}

async function seedContacts(scope: Scope, prefix: string): Promise<string[]> {
  const ids = count(20).map((index) => id('con', prefix, index))
  await scope.insert(
    contact,
    ids.map((contactId, index) => ({
      id: contactId,
      name: index % 2 === 0 ? `Ada ${index % 4}` : `bob_${index}%`,
      email: index % 5 === 0 ? null : `Person${index}@Example.com`,
      phone: index % 3 === 0 ? null : `+49 30 ${index}`,
      company: index % 4 === 0 ? null : `Company ${index % 3}`,
      tags: index % 3 === 0 ? [] : [`tag${index % 2}`, 'all'],
      fields: { tier: index % 2 === 0 ? 'gold' : 'silver' },
    })),
  )
  return ids
}

const labelSets: readonly [string[], ...string[][]] = [[], ['vip'], ['vip', 'late'], ['late'], ['refund, partial']]
const subjects = ['Where is my order?', 'Überweisung fehlt', "It's broken", 'Rechnung 2026-11', ''] as const

async function seedConversations(
  scope: Scope,
  sizes: SeedSizes,
  refs: Pick<Seeded, 'flows' | 'channels' | 'contacts'>,
): Promise<string[]> {
  const { prefix, now, person } = sizes
  const roll = dice(11)
  const at = () => new Date(now.getTime() - roll(40) * 6 * hour)
  const ids = count(sizes.conversations).map((index) => id('cnv', prefix, index))
  const rows = ids.map((conversationId, index) => {
    const channelIndex = roll(13)
    const flowIndex = roll(6)
    const subject = pick(roll, subjects)
    const last = roll(5) === 0 ? null : at()
    return {
      id: conversationId,
      number: index + 1,
      subject,
      status: pick(roll, conversationStatuses),
      priority: roll(5),
      channelId: refs.channels[channelIndex] ?? null,
      channelName: refs.channels[channelIndex] ? `Channel ${channelIndex % 5}` : null,
      channelType: refs.channels[channelIndex] ? (channelTypes[channelIndex % channelTypes.length] ?? 'custom') : null,
      contactId: refs.contacts[roll(refs.contacts.length)] ?? '',
      ...pick<{ assigneeId: string | null; assigneeName: string | null }>(roll, [
        { assigneeId: null, assigneeName: null },
        { assigneeId: person.id, assigneeName: person.name },
        { assigneeId: 'usr_other', assigneeName: 'Other' },
      ]),
      team: pick<string | null>(roll, [null, 'Sales', 'Support']),
      labels: [...pick(roll, labelSets)],
      lastMessageAt: last,
      lastMessage: last && { at: last.toISOString(), direction: 'in', author: 'contact', text: 'Hello' },
      unreadCount: roll(3),
      messageCount: roll(10),
      flowId: refs.flows[flowIndex] ?? null,
      flowName: refs.flows[flowIndex] ? `Flow ${flowIndex}` : null,
      handledBy: pick(roll, ['flow', 'person']),
      lastRun: roll(2) === 0 ? null : { id: 'run_x', status: 'succeeded', cost: '0.004210' },
      totalCost: BigInt(roll(6)) * 4_210n,
      snoozedUntil: roll(4) === 0 ? at() : null,
      waitingSince: roll(3) === 0 ? at() : null,
      customFields: roll(2) === 0 ? {} : { tier: pick(roll, ['gold', 'silver']), region: 'EU' },
      search: vectorOf(sql`${searchable(`${subject} order ${index % 7}`)}::text`),
      createdAt: at(),
      updatedAt: at(),
    }
  })
  await scope.insert(conversation, rows)
  const messages = count(25).map((index) => ({
    id: id('msg', prefix, index),
    conversationId: ids[0] ?? '',
    at: new Date(now.getTime() - Math.floor(index / 3) * hour),
    direction: 'in',
    author: 'contact',
    text: `Message ${index}`,
    runId: index === 0 ? id('run', prefix, 0) : null,
  }))
  await scope.insert(message, messages)
  return ids
}

async function seedRuns(
  scope: Scope,
  sizes: SeedSizes,
  refs: Pick<Seeded, 'flows' | 'channels' | 'conversations'>,
): Promise<string[]> {
  const { prefix, now } = sizes
  const roll = dice(13)
  const ids = count(sizes.runs).map((index) => id('run', prefix, index))
  const rows = ids.map((runId) => {
    const channelIndex = roll(15)
    const flowIndex = roll(4)
    const status = pick(roll, runStatuses)
    const bad = status === 'failed' || status === 'timed_out'
    const hasEnded = !['queued', 'running', 'waiting'].includes(status)
    const startedAt = new Date(now.getTime() - roll(500) * hour - roll(3))
    const conversationIndex = roll(40)
    const cost = BigInt(roll(5)) * 1_000_000n + BigInt(roll(2_000))
    return {
      id: runId,
      flowId: refs.flows[flowIndex] ?? '',
      flowName: `Flow ${flowIndex}`,
      flowVersion: 1 + roll(3),
      status,
      trigger: pick(roll, triggerKinds),
      isTest: roll(5) === 0,
      startedAt,
      finishedAt: hasEnded ? new Date(startedAt.getTime() + 1500) : null,
      durationMs: hasEnded ? roll(6) * 250 : null,
      cost,
      costBreakdown: [
        {
          kind: 'model',
          label: 'gpt',
          quantity: 12,
          unit: 'token',
          cost: `${cost / 1_000_000n}.${String(cost % 1_000_000n).padStart(6, '0')}`,
        },
        { kind: 'call', label: 'http', quantity: 1, unit: 'call', cost: '0.000000' },
      ],
      usage: { tokens_in: roll(100) },
      conversationId: refs.conversations[conversationIndex] ?? null,
      conversationNumber: refs.conversations[conversationIndex] ? conversationIndex + 1 : null,
      channelId: refs.channels[channelIndex] ?? null,
      channelName: refs.channels[channelIndex] ? `Channel ${channelIndex % 5}` : null,
      channelType: refs.channels[channelIndex] ? 'email' : null,
      errorCode: bad ? pick(roll, ['timeout', 'http_500']) : null,
      errorMessage: bad ? 'The service did not answer 100%_' : null,
      errorNodeId: bad ? 'n1' : null,
    }
  })
  await scope.insert(run, rows)
  await scope.insert(
    runStep,
    count(3).map((seq) => ({
      runId: ids[0] ?? '',
      seq,
      nodeId: `n${seq}`,
      nodeName: `Step ${seq}`,
      nodeType: 'api',
      status: 'succeeded',
      startedAt: now,
      durationMs: 10,
      cost: 1_404n,
      output: { ok: true },
    })),
  )
  await book(scope, rows)
  return ids
}

/** Updates the sums of runs that the service maintains. */
async function book(scope: Scope, rows: Omit<typeof run.$inferInsert, 'accountId'>[]): Promise<void> {
  const days = new Map<string, Omit<typeof runDay.$inferInsert, 'accountId'> & { cost: bigint; durationMs: bigint }>()
  const money = new Map<string, bigint>()
  for (const row of rows.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())) {
    const { flowId, status, trigger, isTest = false } = row
    const of = {
      day: row.startedAt.toISOString().slice(0, 10),
      flowId,
      channelId: row.channelId ?? '',
      status,
      trigger,
      isTest,
    }
    const key = JSON.stringify(of)
    const sums = days.get(key) ?? { ...of, runs: 0, cost: 0n, durationMs: 0n }
    const cost = typeof row.cost === 'bigint' ? row.cost : 0n
    // A run is counted when it has ended.
    if (row.finishedAt)
      days.set(key, {
        ...sums,
        runs: sums.runs + 1,
        cost: sums.cost + cost,
        durationMs: sums.durationMs + BigInt(row.durationMs ?? 0),
      })
    money.set(of.day, (money.get(of.day) ?? 0n) - cost)
  }
  await scope.insert(runDay, [...days.values()])
  await scope.withAccount((db, account) =>
    db.execute(sql`update account set flow_cost_since = null where id = ${account}`),
  )
  const bookings = rows
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
    .map((row) => ({
      kind: 'run',
      micros: typeof row.cost === 'bigint' ? -row.cost : 0n,
      runId: row.id,
      key: `run:${row.id}`,
      at: row.startedAt,
    }))
  await scope.insert(ledger, bookings)
  await scope.insert(
    ledgerDay,
    [...money].map(([of, micros]) => ({ day: of, kind: 'run', micros })),
  )
}

export async function seed(scope: Scope, sizes: SeedSizes): Promise<Seeded> {
  const flows = await seedFlows(scope, sizes.prefix)
  const channels = await seedChannels(scope, sizes, flows)
  const contacts = await seedContacts(scope, sizes.prefix)
  const conversations = await seedConversations(scope, sizes, { flows, channels, contacts })
  const runs = await seedRuns(scope, sizes, { flows, channels, conversations })
  return { flows, channels, contacts, conversations, runs }
}
