/** Where two texts differ, line by line. Pure. */
import { diffArrays } from 'diff'

/** Lines that are the same and stand beside a difference; of more the rest is folded. */
const context = 3
/** Beyond so many lines that came or went the texts are two, and finding what little they share takes quadratic time. */
const maxEdits = 2_000
/** Milliseconds that the page may stand still for it. */
const maxMs = 200

export type DiffRow =
  | { kind: 'same' | 'old' | 'new'; text: string }
  /** Lines that are the same and not shown. */
  | { kind: 'fold'; lines: number }

interface Part {
  value: readonly string[]
  removed: boolean
  added: boolean
}

/** Lines that are the same between two differences; `first` and `last` say whether there is one on either side. */
function folded(lines: readonly string[], first: boolean, last: boolean): DiffRow[] {
  const same = (some: readonly string[]): DiffRow[] => some.map((text) => ({ kind: 'same', text }))
  const head = first ? 0 : context
  const tail = last ? 0 : context
  const between = lines.length - head - tail
  // One line takes no more room than saying that it is not shown.
  if (between <= 1) return same(lines)
  return [...same(lines.slice(0, head)), { kind: 'fold', lines: between }, ...same(lines.slice(lines.length - tail))]
}

/** What went stands before what came. Texts that have next to nothing in common are all of one, then all of the other. */
export function lineDiff(before: string, after: string): DiffRow[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const parts: readonly Part[] = diffArrays(old, now, { maxEditLength: maxEdits, timeout: maxMs }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ]
  return parts.flatMap(({ value, removed, added }, index): DiffRow[] =>
    removed || added
      ? value.map((text) => ({ kind: removed ? 'old' : 'new', text }))
      : folded(value, index === 0, index === parts.length - 1),
  )
}
