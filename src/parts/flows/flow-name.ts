import { maxName } from '#contract/kernel/limits.ts'

/** What is wrong with the name of a flow, in words; null = nothing. */
export function flowNameProblem(name: string): string | null {
  const length = [...name.trim()].length
  if (length === 0) return 'Enter a name.'
  return length > maxName ? `Use at most ${maxName} characters; these are ${length.toLocaleString()}.` : null
}
