/** Differences between two texts, line by line. Pure. */
import { diffArrays } from 'diff'

/** Unchanged lines that are shown around a difference; further ones are folded. */
const context = 3
/** With more changed lines the texts count as unrelated: comparing them takes quadratic time. */
const maxEdits = 2_000
/** Maximum time in ms, since it blocks the page. */
const maxMs = 200

export type DiffRow =
  | { kind: 'same' | 'old' | 'new'; text: string }
  /** Unchanged lines that are not shown. */
  | { kind: 'fold'; lines: number }

interface Part {
  value: readonly string[]
  removed: boolean
  added: boolean
}

/** Unchanged lines between two differences; `first` and `last` = nothing before or after them. */
function collapseUnchanged(lines: readonly string[], first: boolean, last: boolean): DiffRow[] {
  const same = (some: readonly string[]): DiffRow[] => some.map((text) => ({ kind: 'same', text }))
  const head = first ? 0 : context
  const tail = last ? 0 : context
  const between = lines.length - head - tail
  // A single line takes no more space than its fold.
  if (between <= 1) return same(lines)
  return [...same(lines.slice(0, head)), { kind: 'fold', lines: between }, ...same(lines.slice(lines.length - tail))]
}

/**
 * Removed lines come before added ones. For texts with little in common, all lines of one are followed by all of the
 * other.
 */
export function lineDiff(before: string, after: string): DiffRow[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const parts: readonly Part[] = diffArrays(old, now, { maxEditLength: maxEdits, timeout: maxMs }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ]
  return parts.flatMap(({ value, removed, added }, index): DiffRow[] =>
    removed || added
      ? value.map((text) => ({ kind: removed ? 'old' : 'new', text }))
      : collapseUnchanged(value, index === 0, index === parts.length - 1),
  )
}
