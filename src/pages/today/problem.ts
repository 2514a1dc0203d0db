/** Problems that need somebody: their order, and the sentence above them. Pure. */
import { count } from '#lib/count.ts'
import type { StatusStyle } from '#ui/feedback/tag.tsx'

/** Values by hour or day, oldest first. */
export interface ProblemTrend {
  values: readonly number[]
  /** Values above it are unusual; null = unknown. */
  usual: number | null
  /** "22 this hour" */
  words: string
}

/** A scheduled run that did not start. */
export interface MissedRun {
  flow: { id: string; name: string }
  /** Id of the trigger. */
  trigger: string
  /** The missed time. */
  since: string
}

export interface Problem {
  key: string
  /** Broken: something does not work until somebody acts. Otherwise it needs attention. */
  isBroken: boolean
  status: StatusStyle
  /** Name of what has the problem; '' if the status says it all. */
  name: string
  /** What happened and what it means. */
  words: string
  trend: ProblemTrend | null
  /** `run`: what the remedy starts, after a dialog, instead of leading to a path. */
  remedy: { label: string; path: string; run?: MissedRun }
}

/** Broken things first; otherwise in the given order. */
export const worstFirst = (problems: readonly Problem[]): Problem[] => [
  ...problems.filter(({ isBroken }) => isBroken),
  ...problems.filter(({ isBroken }) => !isBroken),
]

/**
 * "2 things are broken, 5 more need attention."
 * @param isIncomplete some lists could not be read or say too little, so that nothing found does not mean that all is
 *   well
 */
export function headline(problems: readonly Problem[], isIncomplete: boolean): string {
  const broken = problems.filter(({ isBroken }) => isBroken).length
  const others = problems.length - broken
  const need = others === 1 ? 'needs' : 'need'
  if (broken > 0 && others > 0)
    return `${count(broken, 'thing')} ${broken === 1 ? 'is' : 'are'} broken, ${others} more ${need} attention.`
  if (broken > 0) return `${count(broken, 'thing')} ${broken === 1 ? 'is' : 'are'} broken.`
  if (others > 0) return `${count(others, 'thing')} ${need} attention.`
  return isIncomplete ? 'No problems in what could be read.' : 'Everything works.'
}
