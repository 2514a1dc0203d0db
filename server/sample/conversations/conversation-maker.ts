/** Creates conversations with their messages and runs. */
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { Ref } from '#contract/kernel/page.ts'
import { formatMicros } from '#lib/money/money.ts'
import { searchable } from '#lib/text/search-text.ts'
import { lastMessageOf } from '#server/store/conversations/last-message.ts'
import { contactOf } from './contacts.ts'
import { Random } from '#server/sample/random.ts'
import { dayMs } from '#server/sample/daily-traffic.ts'
import type { CreatedRun, RunMaker } from '#server/sample/runs/run-maker.ts'
import { fillPlaceholders, type SampleDialogue } from './messages.ts'
import { type ThreadMessage, writeThread, type Thread } from './thread.ts'
import { triage } from './triage.ts'
import { type Cell, listLiteral, BulkWriter } from '#server/sample/bulk-writer.ts'
import type { SampleFlow } from '#server/sample/runs/run-request.ts'

const conversationColumns = {
  id: 'text',
  number: 'integer',
  subject: 'text',
  status: 'text',
  priority: 'integer',
  channel_id: 'text',
  channel_name: 'text',
  channel_type: 'text',
  contact_id: 'text',
  assignee_id: 'text',
  assignee_name: 'text',
  team: 'text',
  labels: 'words',
  last_message_at: 'timestamptz',
  last_message: 'jsonb',
  unread_count: 'integer',
  message_count: 'integer',
  flow_id: 'text',
  flow_name: 'text',
  handled_by: 'text',
  last_run: 'jsonb',
  total_cost: 'bigint',
  can_reply: 'boolean',
  snoozed_until: 'timestamptz',
  waiting_since: 'timestamptz',
  custom_fields: 'jsonb',
  search: 'search',
  version: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const
const messageColumns = {
  id: 'text',
  conversation_id: 'text',
  at: 'timestamptz',
  direction: 'text',
  author: 'text',
  author_name: 'text',
  text: 'text',
  run_id: 'text',
  delivery: 'text',
} as const

/** Conversations buffered before they are written. */
const batchSize = 2000
/** Names of people who reply, if the account has no people. */
const defaultNames = ['Mara Voss', 'Emre Aydın', 'Inês Duarte']
/** Exponent of the distribution of contacts: with a higher one, fewer contacts write most conversations. */
const contactSkew = 1.7
const deliveries = [
  ['read', 60],
  ['delivered', 30],
  ['sent', 9],
  ['failed', 1],
] as const

/** A flow that has conversations, with their texts and frequency. */
export interface DialogueFlow {
  flow: SampleFlow
  dialogue: SampleDialogue
  weight: number
}

export class ConversationMaker {
  readonly #random = new Random('conversations')
  readonly #now: number
  readonly #runs: RunMaker
  readonly #people: readonly Ref[]
  readonly #persons: readonly string[]
  readonly #flows: readonly (readonly [DialogueFlow, number])[]
  readonly #conversations: BulkWriter<keyof typeof conversationColumns>
  readonly #messages: BulkWriter<keyof typeof messageColumns>
  #messageCount = 0

  constructor(
    client: Queryable,
    account: string,
    options: { now: number; runs: RunMaker; people: readonly Ref[]; flows: readonly DialogueFlow[] },
  ) {
    this.#now = options.now
    this.#runs = options.runs
    this.#people = options.people
    this.#persons = options.people.length > 0 ? options.people.map((person) => person.name) : defaultNames
    this.#flows = options.flows.map((each) => [each, each.weight] as const)
    this.#conversations = new BulkWriter(client, account, 'conversation', conversationColumns)
    this.#messages = new BulkWriter(client, account, 'message', messageColumns)
  }

  get isFull(): boolean {
    return this.#conversations.size >= batchSize
  }

  async flush(): Promise<void> {
    await this.#conversations.flush()
    await this.#messages.flush()
  }

  /**
   * Adds a conversation and returns its runs. `contacts`: number of contacts; `mayRun`: whether messages start runs.
   */
  make(conversationNumber: number, openedAt: number, contacts: number, mayRun: boolean): CreatedRun[] {
    const random = this.#random
    const { flow, dialogue: words } = random.weighted(this.#flows)
    const thread: Thread = {
      id: `cnv_sample_${String(conversationNumber).padStart(8, '0')}`,
      number: conversationNumber,
      flow,
      dialogue: words,
      channel: flow.channels.length > 0 ? random.pick(flow.channels) : null,
      contact: contactOf(Math.floor(random.next() ** contactSkew * contacts)),
      messages: [],
      runs: [],
      isWithPerson: false,
    }
    const { order, fill } = fillPlaceholders(random)
    const run = (at: number) => (mayRun ? this.#run(thread, at) : null)
    writeThread(thread, { random, openedAt, now: this.#now, fill, persons: this.#persons, run })
    this.#write(thread, fill(random.pick(words.subjects)), order)
    return thread.runs
  }

  #run({ flow, channel, id, number, runs }: Thread, at: number): CreatedRun {
    const trigger = flow.paths.triggerKinds.includes('message') ? 'message' : 'webhook'
    const run = this.#runs.make({ flow, at, kind: trigger, trigger, channel, conversation: { id, number } })
    runs.push(run)
    return run
  }

  #write(thread: Thread, subject: string, order: string): void {
    const { id, number, flow, contact, messages, isWithPerson } = thread
    const visible = messages.filter((each) => each.direction !== 'note')
    const [last, first] = [visible.at(-1), messages[0]]
    if (!last || !first) return
    const unanswered = visible.slice(visible.findLastIndex((each) => each.direction === 'out') + 1)
    const state = triage(thread, { last, unanswered, now: this.#now, people: this.#people, random: this.#random })
    this.#conversations.add({
      id,
      number,
      subject,
      status: state.status,
      priority: state.priority,
      assignee_id: state.assignee?.id ?? null,
      assignee_name: state.assignee?.name ?? null,
      team: state.team,
      labels: listLiteral(state.labels),
      unread_count: state.unread,
      snoozed_until: state.snoozedUntil,
      waiting_since: state.waitingSince,
      contact_id: contact.id,
      last_message_at: last.at,
      last_message: JSON.stringify(lastMessageCell(last)),
      message_count: messages.length,
      flow_id: flow.id,
      flow_name: flow.name,
      handled_by: isWithPerson ? 'person' : 'flow',
      custom_fields: JSON.stringify({ tier: contact.fields.tier, region: contact.fields.region, order_no: order }),
      search: searchable(
        [subject, contact.name, contact.email, contact.company, ...messages.map((each) => each.text)].join(' '),
      ),
      version: messages.length,
      created_at: first.at,
      updated_at: last.at,
      ...channelCells(thread, last.at > this.#now - dayMs),
      ...runCells(thread.runs),
    })
    for (const each of messages) this.#message(id, each)
  }

  #message(conversation: string, { at, direction, author, name, text, run }: ThreadMessage): void {
    this.#messageCount += 1
    this.#messages.add({
      id: `msg_sample_${String(this.#messageCount).padStart(9, '0')}`,
      conversation_id: conversation,
      at,
      direction,
      author,
      author_name: name,
      text,
      run_id: run,
      delivery: direction === 'out' ? this.#random.weighted(deliveries) : null,
    })
  }
}

const lastMessageCell = ({ at, direction, author, name, text }: ThreadMessage) =>
  lastMessageOf({ at: new Date(at), direction, author, author_name: name, text })

type Cells<Name extends string> = Record<Name, Cell>

/** WhatsApp allows replies only within a day of the last message; voice calls allow none. */
function channelCells(
  { channel }: Thread,
  isFresh: boolean,
): Cells<'channel_id' | 'channel_name' | 'channel_type' | 'can_reply'> {
  if (!channel) return { channel_id: null, channel_name: null, channel_type: null, can_reply: false }
  const { id, name, type } = channel
  return {
    channel_id: id,
    channel_name: name,
    channel_type: type,
    can_reply: type !== 'voice' && (type !== 'whatsapp' || isFresh),
  }
}

function runCells(runs: readonly CreatedRun[]): Cells<'last_run' | 'total_cost'> {
  const last = runs.at(-1)
  return {
    last_run: last ? JSON.stringify({ id: last.id, status: last.status, cost: formatMicros(BigInt(last.cost)) }) : null,
    total_cost: runs.reduce((sum, run) => sum + run.cost, 0),
  }
}
