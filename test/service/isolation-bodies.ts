/** What the test of isolation sends. */
import { template } from './template.ts'

/** Objects of an account by what an `{id}` in a path may mean. */
export type Objects = Record<
  'flow' | 'tool' | 'channel' | 'conversation' | 'run' | 'person' | 'key' | 'contact' | 'budget' | 'view',
  string
>

/** Bodies that are good in themselves, for endpoints that take one; `of` are the ids that stand in them. */
export const bodies: Readonly<Record<string, (of: Objects) => unknown>> = {
  'flow.create': () => ({ name: 'A flow' }),
  'flow.rename': () => ({ name: 'Renamed by a stranger' }),
  'flow.import': () => ({ template }),
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
  'budget.create': (of) => ({ flow: of.flow, period: 'monthly', amount: '10.00' }),
  'budget.edit': (of) => ({ flow: of.flow, amount: '20.00' }),
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
