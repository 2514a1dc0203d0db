/** What a file contains besides its steps, in words. Pure. */
import type { FlowReview } from '#flow/file/review.ts'
import { count } from '#lib/count.ts'

/** "5 notes and 2 settings"; "" if there is nothing else. */
export function otherContentText({ counts }: Pick<FlowReview, 'counts'>): string {
  const parts = [
    counts.notes > 0 ? count(counts.notes, 'note') : '',
    counts.groups > 0 ? count(counts.groups, 'group') : '',
    counts.variables > 0 ? count(counts.variables, 'variable') : '',
    counts.settings > 0 ? count(counts.settings, 'setting') : '',
    counts.disabled > 0 ? count(counts.disabled, 'disabled step') : '',
  ].filter((part) => part !== '')
  return new Intl.ListFormat('en-GB').format(parts)
}
