/** What was done to many conversations, and what was left and why. Pure. */
import type { Bulk, Undone } from '#contract/conversation-work.ts'
import { count } from '#lib/count.ts'

/** Conversations that a line names one by one. */
const maxNamed = 3

/**
 * More than this is asked about first: a few screens of rows one has looked through, a hundred nobody has, and who meant one
 * row and took all that match learns it before it is done.
 */
const unasked = 100

export const isAskedFirst = (conversations: number): boolean => conversations > unasked

/** "31 conversations resolved". */
export const bulkDoneWords = (words: string, { changed }: Pick<Bulk, 'changed'>): string =>
  `${count(changed, 'conversation')} ${words}`

/** `words` say what became of them: "resolved", "assigned to Olga". */
export function bulkWords(words: string, { matched, changed }: Pick<Bulk, 'matched' | 'changed'>): string {
  const left = matched - changed
  if (changed === 0)
    return matched === 1
      ? `Nothing changed: it is already ${words}.`
      : `Nothing changed: all ${matched.toLocaleString()} are already ${words}.`
  const done = bulkDoneWords(words, { changed })
  return left <= 0 ? done : `${done}. ${left.toLocaleString()} unchanged.`
}

const fieldWord = (field: string): string =>
  field === 'snoozed_until' ? 'snooze' : field === 'unread_count' ? 'unread' : field.replaceAll('_', ' ')

/** "31 put back. 2 stay, somebody changed them since: #48220 (status), #48221 (labels)." */
export function undoneWords({ restored, kept, kept_conversations: named }: Undone): string {
  const back = `${count(restored, 'conversation')} restored`
  if (kept === 0) return back
  const shown = named
    .slice(0, maxNamed)
    .map(({ number, fields }) => `#${number}${fields.length > 0 ? ` (${fields.map(fieldWord).join(', ')})` : ''}`)
  const more = kept - shown.length
  const list = [...shown, ...(more > 0 ? [`${more.toLocaleString()} more`] : [])].join(', ')
  return `${back}. ${kept.toLocaleString()} ${kept === 1 ? 'was' : 'were'} changed since and not restored: ${list}.`
}
