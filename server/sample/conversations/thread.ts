/** Messages of a sample conversation, with their authors and runs. */
import type { Random } from '#server/sample/random.ts'
import { dayMs } from '#server/sample/daily-traffic.ts'
import type { SampleContact } from './contacts.ts'
import type { CreatedRun } from '#server/sample/runs/run-maker.ts'
import type { SampleDialogue } from './messages.ts'
import type { RunChannel, SampleFlow } from '#server/sample/runs/run-request.ts'

export interface ThreadMessage {
  at: number
  direction: 'in' | 'out' | 'note'
  author: 'contact' | 'flow' | 'person'
  name: string | null
  text: string
  run: string | null
}

export interface Thread {
  id: string
  number: number
  flow: SampleFlow
  dialogue: SampleDialogue
  channel: RunChannel | null
  contact: SampleContact
  messages: ThreadMessage[]
  runs: CreatedRun[]
  /** Whether a person has taken over from the flow. */
  isWithPerson: boolean
}

interface ThreadContext {
  random: Random
  openedAt: number
  now: number
  /** Fills the placeholders of a text. */
  fill: (text: string) => string
  /** Names of people who reply. */
  persons: readonly string[]
  /** Creates the run that a message starts; null if it starts none. */
  run: (at: number) => CreatedRun | null
}

const minuteMs = 60_000
/** Typical delays: second message of the contact, reply of a flow or person, next message soon or hours later. */
const delays = { second: minuteMs, flow: 25_000, person: 80 * minuteMs, soon: 14 * minuteMs, later: 9 * 60 * minuteMs }
const shares = { person: 0.4, second: 0.06, note: 0.3, soon: 0.75, quietNow: 0.45, quietOnce: 0.05 }

/** Adds messages until the conversation ends or the current time is reached. */
export function writeThread(thread: Thread, context: ThreadContext): void {
  const { random, openedAt, now } = context
  const rounds = random.weighted([
    [1, 34],
    [2, 30],
    [3, 18],
    [4, 10],
    [5, 8],
  ])
  const takeoverRound = random.chance(shares.person) ? random.whole(0, rounds - 1) : rounds
  const unansweredShare = openedAt > now - 2 * dayMs ? shares.quietNow : shares.quietOnce
  let at = openedAt
  for (let round = 0; round < rounds && at <= now; round += 1) {
    const isWithPerson = round >= takeoverRound
    const run = isWithPerson ? null : context.run(at)
    at = addQuestion(thread, context, { at, first: round === 0, run })
    const staysUnanswered = round === rounds - 1 && random.chance(unansweredShare)
    if (staysUnanswered || (run && run.finishedAt === null)) return
    at = isWithPerson ? addPersonReply(thread, context, at) : addFlowReply(thread, context, at, run)
    at += random.near(random.chance(shares.soon) ? delays.soon : delays.later)
  }
}

function addMessage({ messages }: Thread, { now, fill }: ThreadContext, message: ThreadMessage): void {
  if (message.at <= now) messages.push({ ...message, text: fill(message.text) })
}

function addQuestion(
  thread: Thread,
  context: ThreadContext,
  { at, first, run }: { at: number; first: boolean; run: CreatedRun | null },
): number {
  const { random } = context
  const { opens, follows } = thread.dialogue
  const message = { direction: 'in', author: 'contact', name: thread.contact.name } as const
  addMessage(thread, context, { ...message, at, text: random.pick(first ? opens : follows), run: run?.id ?? null })
  if (!random.chance(shares.second)) return at
  const again = at + random.near(delays.second)
  addMessage(thread, context, { ...message, at: again, text: random.pick(follows), run: null })
  return again
}

function addFlowReply(thread: Thread, context: ThreadContext, askedAt: number, run: CreatedRun | null): number {
  const at = askedAt + context.random.near(delays.flow)
  const text = context.random.pick(thread.dialogue.replies)
  addMessage(thread, context, {
    at,
    direction: 'out',
    author: 'flow',
    name: thread.flow.name,
    text,
    run: run?.id ?? null,
  })
  return at
}

function addPersonReply(thread: Thread, context: ThreadContext, askedAt: number): number {
  const { random } = context
  const { notes, persons } = thread.dialogue
  const at = askedAt + random.near(delays.person)
  const message = { at, author: 'person', name: random.pick(context.persons), run: null } as const
  if (notes.length > 0 && random.chance(shares.note)) {
    addMessage(thread, context, { ...message, direction: 'note', text: random.pick(notes) })
  }
  addMessage(thread, context, { ...message, direction: 'out', text: random.pick(persons) })
  thread.isWithPerson = true
  return at
}
