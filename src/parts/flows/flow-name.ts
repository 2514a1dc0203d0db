import { maxName } from '#contract/kernel/limits.ts'

/** Why a flow's name is invalid; null = valid. */
export function flowNameProblem(name: string): string | null {
  const length = [...name.trim()].length
  if (length === 0) return 'Enter a name.'
  return length > maxName ? `Use at most ${maxName} characters. This name has ${length.toLocaleString()}.` : null
}

/** Flows with the same key have the same name: without case and outer spaces, as people copy it. */
export const flowNameKey = (name: string): string => name.normalize('NFC').trim().toLowerCase()
