import { maxName } from '#contract/kernel/limits.ts'

/** The problem of a flow's name, in words; null = none. */
export function flowNameProblem(name: string): string | null {
  const length = [...name.trim()].length
  if (length === 0) return 'Enter a name.'
  return length > maxName ? `Use at most ${maxName} characters; these are ${length.toLocaleString()}.` : null
}
