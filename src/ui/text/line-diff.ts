/** Differences between two texts, line by line. Pure. */
import { diffArrays } from 'diff'

/** Unchanged lines that are shown around a difference; further ones are folded. */
const context = 3
/** With more changed lines the texts count as unrelated: comparing them takes quadratic time. */
const maxEdits = 2_000
/** Time limit of a comparison in ms, since comparing blocks the page. */
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

/** Shortens a run of unchanged lines. `first`, `last`: no difference precedes or follows them. */
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
 * Removed lines come before added ones. If the texts have too little in common, or the time limit is exceeded, all old
 * lines are followed by all new ones.
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
