/** Status of a sample conversation. The older it is, the more likely it is resolved. */
import type { ConversationStatus } from '#contract/conversation.ts'
import type { Ref } from '#contract/kernel/page.ts'
import type { Random } from '#server/sample/random.ts'
import { dayMs } from '#server/sample/daily-traffic.ts'
import type { ThreadMessage, Thread } from './thread.ts'

const hourMs = 3_600_000

type StatusWeights = readonly (readonly [ConversationStatus, number])[]
const statusWeights: Record<'old' | 'recent' | 'waiting' | 'answered', StatusWeights> = {
  old: [
    ['resolved', 95],
    ['open', 3],
    ['pending', 2],
  ],
  recent: [
    ['resolved', 62],
    ['snoozed', 6],
    ['pending', 12],
    ['open', 20],
  ],
  waiting: [
    ['open', 88],
    ['pending', 12],
  ],
  answered: [
    ['open', 30],
    ['pending', 25],
    ['snoozed', 9],
    ['resolved', 36],
  ],
}
/** Minimum age of old and recent conversations: days since the last message. */
const ages = { old: 10, recent: 2 }
const priorities = [
  [0, 30],
  [1, 8],
  [2, 40],
  [3, 16],
  [4, 4],
] as const

export interface Triage {
  status: ConversationStatus
  priority: number
  assignee: Ref | null
  team: string | null
  labels: string[]
  unread: number
  snoozedUntil: number | null
  waitingSince: number | null
}

/** `unanswered`: messages of the contact without a reply. */
export function triage(
  thread: Thread,
  options: {
    last: ThreadMessage
    unanswered: readonly ThreadMessage[]
    now: number
    people: readonly Ref[]
    random: Random
  },
): Triage {
  const { last, unanswered, now, people, random } = options
  const status = random.weighted(statusWeights[stageOf((now - last.at) / dayMs, unanswered.length > 0)])
  const isOpen = status === 'open' || status === 'pending'
  // Drawn even without people, so that later random values are the same in every account.
  const [isAssigned, place] = [random.chance(0.2) || thread.isWithPerson, random.next()]
  const labels = thread.dialogue.labels.filter(() => random.chance(0.45))
  return {
    status,
    priority: random.weighted(priorities),
    assignee: isAssigned ? (people[Math.floor(place * people.length)] ?? null) : null,
    team: random.chance(0.85) ? thread.dialogue.team : null,
    labels: [...new Set([...labels, ...thread.contact.tags])],
    // Conversations with a reply of a flow may also be unread, so that there are always unread ones.
    unread: isOpen && random.chance(0.7) ? Math.max(1, unanswered.length) : 0,
    snoozedUntil: status === 'snoozed' ? now + random.whole(2, 80) * hourMs : null,
    waitingSince: isOpen ? (unanswered[0]?.at ?? null) : null,
  }
}

function stageOf(age: number, isWaiting: boolean): keyof typeof statusWeights {
  if (age > ages.old) return 'old'
  if (age > ages.recent) return 'recent'
  return isWaiting ? 'waiting' : 'answered'
}
