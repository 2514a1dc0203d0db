/** Results of bulk changes to conversations: changed ones, and skipped ones with the reason. Pure. */
import type { BulkResult, UndoResult } from '#contract/conversation-work.ts'
import { count } from '#lib/count.ts'

/** Maximum number of conversations listed in a message. */
const maxNamed = 3

/** For more conversations a confirmation is shown: the user may have selected all matches instead of visible rows. */
const maxUnconfirmed = 100

export const needsConfirmation = (conversations: number): boolean => conversations > maxUnconfirmed

/** "31 conversations resolved". */
export const bulkDoneWords = (words: string, { changed }: Pick<BulkResult, 'changed'>): string =>
  `${count(changed, 'conversation')} ${words}`

/** `words` = the change: "resolved", "assigned to Olga". */
export function bulkWords(words: string, { matched, changed }: Pick<BulkResult, 'matched' | 'changed'>): string {
  const unchanged = matched - changed
  if (changed === 0)
    return matched === 1
      ? `Nothing changed: it is already ${words}.`
      : `Nothing changed: all ${matched.toLocaleString()} are already ${words}.`
  const done = bulkDoneWords(words, { changed })
  return unchanged <= 0 ? done : `${done}. ${unchanged.toLocaleString()} unchanged.`
}

const fieldWord = (field: string): string =>
  field === 'snoozed_until' ? 'snooze' : field === 'unread_count' ? 'unread' : field.replaceAll('_', ' ')

/** Result of an undo: "31 conversations restored. 2 were changed since …", with the first of those. */
export function undoneWords({ restored, kept, kept_conversations: named }: UndoResult): string {
  const back = `${count(restored, 'conversation')} restored`
  if (kept === 0) return back
  const shown = named
    .slice(0, maxNamed)
    .map(({ number, fields }) => `#${number}${fields.length > 0 ? ` (${fields.map(fieldWord).join(', ')})` : ''}`)
  const more = kept - shown.length
  const list = [...shown, ...(more > 0 ? [`${more.toLocaleString()} more`] : [])].join(', ')
  return `${back}. ${kept.toLocaleString()} ${kept === 1 ? 'was' : 'were'} changed since and not restored: ${list}.`
}
