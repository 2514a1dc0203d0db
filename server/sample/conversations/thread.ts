/** Messages of a sample conversation, with their authors and runs. */
import type { Random } from '#server/sample/random.ts'
import { dayMs } from '#server/sample/daily-traffic.ts'
import type { SampleContact } from './contacts.ts'
import type { MadeRun } from '#server/sample/runs/run-maker.ts'
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
  talk: SampleDialogue
  channel: RunChannel | null
  contact: SampleContact
  said: ThreadMessage[]
  runs: MadeRun[]
  /** Whether a person has taken over from the flow. */
  byPerson: boolean
}

interface Setting {
  random: Random
  opened: number
  now: number
  /** Fills the placeholders of a text. */
  fill: (text: string) => string
  /** Names of people who reply. */
  persons: readonly string[]
  /** Creates the run that a message starts; null if it starts none. */
  run: (at: number) => MadeRun | null
}

const minuteMs = 60_000
/** Typical delays: second message of the contact, reply of a flow or person, next message soon or hours later. */
const pause = { second: minuteMs, flow: 25_000, person: 80 * minuteMs, soon: 14 * minuteMs, later: 9 * 60 * minuteMs }
const shares = { person: 0.4, second: 0.06, note: 0.3, soon: 0.75, quietNow: 0.45, quietOnce: 0.05 }

/** Adds messages until the conversation ends or the current time is reached. */
export function writeThread(thread: Thread, setting: Setting): void {
  const { random, opened, now } = setting
  const rounds = random.weighted([
    [1, 34],
    [2, 30],
    [3, 18],
    [4, 10],
    [5, 8],
  ])
  const takenOver = random.chance(shares.person) ? random.whole(0, rounds - 1) : rounds
  const quiet = opened > now - 2 * dayMs ? shares.quietNow : shares.quietOnce
  let at = opened
  for (let round = 0; round < rounds && at <= now; round += 1) {
    const byPerson = round >= takenOver
    const run = byPerson ? null : setting.run(at)
    at = ask(thread, setting, { at, first: round === 0, run })
    const staysQuiet = round === rounds - 1 && random.chance(quiet)
    if (staysQuiet || (run && run.finishedAt === null)) return
    at = byPerson ? answerAsPerson(thread, setting, at) : answerAsFlow(thread, setting, at, run)
    at += random.near(random.chance(shares.soon) ? pause.soon : pause.later)
  }
}

function say({ said }: Thread, { now, fill }: Setting, message: ThreadMessage): void {
  if (message.at <= now) said.push({ ...message, text: fill(message.text) })
}

function ask(
  thread: Thread,
  setting: Setting,
  { at, first, run }: { at: number; first: boolean; run: MadeRun | null },
): number {
  const { random } = setting
  const { opens, follows } = thread.talk
  const message = { direction: 'in', author: 'contact', name: thread.contact.name } as const
  say(thread, setting, { ...message, at, text: random.pick(first ? opens : follows), run: run?.id ?? null })
  if (!random.chance(shares.second)) return at
  const again = at + random.near(pause.second)
  say(thread, setting, { ...message, at: again, text: random.pick(follows), run: null })
  return again
}

function answerAsFlow(thread: Thread, setting: Setting, asked: number, run: MadeRun | null): number {
  const at = asked + setting.random.near(pause.flow)
  const text = setting.random.pick(thread.talk.replies)
  say(thread, setting, { at, direction: 'out', author: 'flow', name: thread.flow.name, text, run: run?.id ?? null })
  return at
}

function answerAsPerson(thread: Thread, setting: Setting, asked: number): number {
  const { random } = setting
  const { notes, persons } = thread.talk
  const at = asked + random.near(pause.person)
  const message = { at, author: 'person', name: random.pick(setting.persons), run: null } as const
  if (notes.length > 0 && random.chance(shares.note)) {
    say(thread, setting, { ...message, direction: 'note', text: random.pick(notes) })
  }
  say(thread, setting, { ...message, direction: 'out', text: random.pick(persons) })
  thread.byPerson = true
  return at
}
