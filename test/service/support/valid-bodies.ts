/** One object of every kind in an account, and valid bodies about these objects, for tests of the whole contract. */
import { z } from 'zod'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { noFigures } from '#server/engine/incidents/observation.ts'
import { createBulk, type NewBulk } from '#server/store/runs/run-bulk.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { incident } from '#server/store/tables/incident.ts'
import type { TestAccount, TestService } from './harness.ts'
import { seed, type Seeded } from './seed.ts'
import { template } from './template.ts'

/** Ids of an account's objects, for `{id}` in a path. */
export type Objects = Record<
  | 'flow'
  | 'tool'
  | 'channel'
  | 'conversation'
  | 'run'
  | 'bulk'
  | 'person'
  | 'key'
  | 'contact'
  | 'budget'
  | 'view'
  | 'incident'
  | 'alert'
  | 'canned_reply',
  string
>

/** Valid bodies by endpoint; `of` = the ids that they contain. */
export const bodies: Readonly<Record<string, (of: Objects) => unknown>> = {
  'flow.create': () => ({ name: 'A flow' }),
  'flow.rename': () => ({ name: 'Renamed by a stranger' }),
  'flow.import': () => ({ template }),
  'flow.update': () => ({ template, as: 'draft' }),
  'flow.makeLive': () => ({}),
  'flow.makeDraft': () => ({}),
  'flow.duplicate': () => ({}),
  'flow.tag': () => ({ tags: ['strange'] }),
  'flow.bind': (of) => ({
    tools: { crm: of.tool },
    channels: { support: of.channel },
    secrets: { crm_token: of.tool },
  }),
  'tool.create': () => ({ name: 'A tool', category: 'global', config: { value: 1, type: 'number', secret: false } }),
  'tool.attempt': () => ({ input: {} }),
  'tool.edit': () => ({ name: 'Renamed by a stranger' }),
  'channel.create': (of) => ({ type: 'webhook', name: 'A hook', flow: of.flow, config: { preset: 'none' } }),
  'channel.edit': () => ({ name: 'Renamed by a stranger' }),
  'run.start': () => ({ is_test: true }),
  'run.retry': () => ({ from: 'start' }),
  'run.solveReasons': () => ({ reasons: ['0123456789abcdef'] }),
  'run.reopenReasons': () => ({ reasons: ['0123456789abcdef'] }),
  'run.planBulk': (of) => ({ action: 'retry', ids: [of.run] }),
  'run.startBulk': (of) => ({ action: 'retry', ids: [of.run], expected_count: 1 }),
  'budget.create': (of) => ({ flow: of.flow, period: 'monthly', amount: '10.00' }),
  'budget.edit': (of) => ({ flow: of.flow, amount: '20.00' }),
  'alert.create': () => ({ kind: 'webhook', name: 'An alert', address: 'https://alerts.example/hook' }),
  'alert.edit': () => ({ name: 'Renamed by a stranger' }),
  'tool.check': () => ({ language: 'cel', source: 'true' }),
  'conversation.edit': (of) => ({ assignee: of.person }),
  'conversation.bulk': (of) => ({ ids: [of.conversation], change: { status: 'open' } }),
  'conversation.undo': () => ({ undo_token: 'bulk_0000000000000000000none' }),
  'conversation.reply': () => ({ text: 'Words of a stranger' }),
  'conversation.note': () => ({ text: 'Words of a stranger' }),
  'contact.edit': () => ({ name: 'Renamed by a stranger' }),
  'view.create': () => ({ name: 'A view', filter: { and: [] } }),
  'view.edit': () => ({ name: 'Renamed by a stranger' }),
  'view.place': () => ({ pinned: true }),
  'canned_reply.create': () => ({ name: 'A reply', shortcut: 'reply', text: 'Hello {{contact.name}}' }),
  'canned_reply.edit': () => ({ name: 'Renamed by a stranger' }),
  'person.create': () => ({
    email: 'stranger@example.com',
    name: 'S',
    role: 'viewer',
    password: 'a sentence of a stranger',
  }),
  'person.edit': () => ({ name: 'Renamed by a stranger' }),
  'key.create': () => ({ name: 'A key', scope: 'read' }),
  'me.password': () => ({ current: 'a sentence that is wrong', password: 'a sentence of a stranger' }),
}

/** A bulk action that has left its only run out. */
const bulkOf = (runId: string, createdBy: { id: string; name: string }): NewBulk => ({
  action: 'retry',
  retryFrom: null,
  trial: 0,
  createdBy,
  items: [{ runId, flowId: 'flw_none', flowName: 'None', obstacle: 'Succeeded.' }],
})

const CreatedObject = z.looseObject({ id: z.string() })
const now = new Date('2026-11-20T15:30:00Z')

/** Incidents are written by the watcher only. */
export async function makeIncident(scope: Scope, prefix: string): Promise<string> {
  const id = `inc_${prefix}`
  const facts = { kind: 'balance', severity: 'broken', message: 'The balance is used up.', path: '/billing', rank: 0 }
  await scope.insert(incident, [
    { id, ...facts, figures: noFigures, openedAt: now, changedAt: now, reportedAt: now, overAt: now },
  ])
  return id
}

/** Creates one object of every kind. `prefix` begins the ids of rows inserted into the tables. */
export async function makeObjects(
  service: TestService,
  { scope, owner: as, operator }: TestAccount,
  prefix: string,
): Promise<{ objects: Objects; seeded: Seeded }> {
  const person = { id: as.id, name: 'Me' }
  const seeded = await seed(scope, { conversations: 12, runs: 12, prefix, person, now })
  const create = async (path: string, body: unknown) =>
    (await service.request('POST', path, { as, body })).as(CreatedObject).id
  const objects = {
    tool: await create('/tool/', {
      name: 'Crm token',
      key: 'crm_token',
      category: 'global',
      config: { value: 'x', type: 'string', secret: true },
    }),
    flow: await create('/flow/import/', { template }),
    channel: seeded.channels[0] ?? '',
    conversation: seeded.conversations[0] ?? '',
    run: seeded.runs[0] ?? '',
    bulk: await createBulk(scope, bulkOf(seeded.runs[0] ?? '', person), now),
    contact: seeded.contacts[0] ?? '',
    person: operator.id,
    key: await create('/key/', { name: 'k', scope: 'read' }),
    budget: await create('/billing/budget/', { period: 'monthly', amount: '10.00' }),
    incident: await makeIncident(scope, prefix),
    alert: await create('/alert/', { kind: 'webhook', name: 'Ours', address: 'https://alerts.example/own' }),
    view: await create('/view/', { name: 'Ours', filter: { and: [] }, visibility: 'shared' }),
    canned_reply: await create('/canned-reply/', { name: 'Ours', shortcut: 'ours', text: 'Hello' }),
  }
  return { objects, seeded }
}

/** The id for `{id}` in the path of an endpoint. */
export const idOf = (endpoint: AnyEndpoint, of: Objects): string => {
  if (endpoint.path.includes('/bulk/{id}/')) return of.bulk
  if (endpoint.path.startsWith('/flow/{id}/')) return of.flow
  const noun = Object.entries(of).find(([name]) => name === endpoint.noun)
  return noun?.[1] ?? of.flow
}
