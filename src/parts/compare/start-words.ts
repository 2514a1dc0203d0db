/** Texts about triggers that another version of a flow adds, changes or removes. Pure. */
import type { StartChange } from '#flow/diff/start-changes.ts'
import { count } from '#lib/count.ts'
import { cutText } from '#lib/text/text.ts'

/** Maximum characters of a name or value. */
const maxValue = 40
const quoted = (text: string): string => `“${cutText(text, maxValue)}”`

function messageText({ change, name, before, after }: StartChange): string {
  const channel = (key: string | null) => (key === null || key === '' ? 'any channel' : quoted(key))
  if (change === 'changed')
    return `${quoted(name)} starts with messages on ${channel(after)} instead of ${channel(before)}.`
  if (change === 'added') return `New: messages on ${channel(after)} start this flow.`
  return before === null || before === ''
    ? `Messages no longer start this flow at ${quoted(name)}.`
    : `The channel ${quoted(before)} no longer starts this flow.`
}

function webhookText({ change, name, before, after }: StartChange): string {
  if (change === 'added') return `New: a webhook starts this flow at ${quoted(name)}.`
  if (change === 'removed') return `Webhooks no longer start this flow at ${quoted(name)}.`
  return `${quoted(name)} starts with webhooks of ${quoted(after || 'any channel')} instead of ${quoted(before || 'any channel')}.`
}

function scheduleChangeText({ change, name, before, after }: StartChange): string {
  const [old, now] = [before || 'without a time', after || 'without a time']
  if (change === 'added') return `New schedule ${quoted(name)}: ${now}.`
  if (change === 'removed') return `The schedule ${quoted(name)} (${old}) ends.`
  return `The schedule ${quoted(name)} changes: ${now} instead of ${old}.`
}

const startTexts: Record<StartChange['kind'], (change: StartChange) => string> = {
  schedule: scheduleChangeText,
  webhook: webhookText,
  message: messageText,
}

/** What happens to a schedule, a webhook or a channel that starts the flow. */
const startText = (change: StartChange): string => startTexts[change.kind](change)

/** A sentence for each of the first `max` changes, and one that counts the others. */
export function startSentences(starts: readonly StartChange[], max: number): string[] {
  const more = starts.length - max
  const rest = more > 0 ? [`${count(more, 'more trigger changes', 'more triggers change')}.`] : []
  return [...starts.slice(0, max).map(startText), ...rest]
}
