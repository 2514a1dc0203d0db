/**
 * Words about the steps of a flow that follow from its definition alone, from counts: small enough for every page. What
 * its account lacks is added in verdict.ts.
 */
import type { ValidationSummary } from '#contract/flow.ts'
import type { FindingClass } from './findings.ts'
import { count, formatCount } from '#lib/count.ts'

/** Counts that are the same in every account. */
export interface DefinitionVerdict {
  /** The product that the flow was made for; null if unknown. */
  product: string | null
  /** Number of steps, without disabled ones. */
  steps: number
  /** Steps that run only in another product. */
  foreign: number
  /** Steps with an error. */
  faulty: number
  /** Whether no trigger starts the flow here, although its own product may start it. */
  startsElsewhere: boolean
  /** Errors that concern no single step. */
  otherErrors: number
}

/** "only in n8n" */
export const onlyElsewhere = ({ product }: Pick<DefinitionVerdict, 'product'>): string =>
  `only in ${product ?? 'another product'}`

/** By number of steps. */
const allRun: Readonly<Record<number, string>> = { 1: 'The only step can run here.', 2: 'Both steps can run here.' }

/** "10 of 24 steps can run here." Whether runs succeed is another matter. */
export function runningSentence(steps: number, running: number): string {
  if (steps === 0) return 'The flow has no steps to run.'
  if (running === steps) return allRun[steps] ?? `All ${count(steps, 'step')} can run here.`
  if (steps === 1) return 'The only step cannot run here.'
  const some = running === 0 ? 'None' : formatCount(running)
  return `${some} of ${count(steps, 'step')} can run here.`
}

/** Joins the parts that are not empty. */
export const joinWords = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator)

/** "13 run only in n8n"; "" if no step does. */
export const foreignWords = (verdict: Pick<DefinitionVerdict, 'foreign' | 'product'>): string =>
  verdict.foreign > 0 ? `${count(verdict.foreign, 'runs', 'run')} ${onlyElsewhere(verdict)}` : ''

/** "13 steps run only in n8n" */
export const foreignStepsTitle = (verdict: Pick<DefinitionVerdict, 'foreign' | 'product'>): string =>
  `${count(verdict.foreign, 'step runs', 'steps run')} ${onlyElsewhere(verdict)}`

/** "1 has an error"; "" if no step has. */
export const faultyWords = ({ faulty }: Pick<DefinitionVerdict, 'faulty'>): string =>
  faulty > 0 ? count(faulty, 'has an error', 'have errors') : ''

/** Sentences about the flow as a whole. */
export const wholeFlowWords = ({ startsElsewhere, otherErrors }: DefinitionVerdict): string[] => [
  startsElsewhere ? 'No trigger starts it here.' : '',
  otherErrors > 0 ? `${count(otherErrors, 'error concerns', 'errors concern')} the flow as a whole.` : '',
]

/** "Made for n8n · 31 steps run only there"; null if no step belongs to another product. */
export function originLine({ product, foreign }: Pick<DefinitionVerdict, 'product' | 'foreign'>): string | null {
  if (foreign === 0) return null
  const steps = count(foreign, 'step runs', 'steps run')
  return product === null ? `${steps} only in another product` : `${madeFor(product)} · ${steps} only there`
}

const madeFor = (product: string): string => `Made for ${product}`

/**
 * "Of 24 steps, 13 run only in n8n, 1 has an error."; "" if there is nothing to say. It never says that steps can run here,
 * because that also depends on the account; that none does is certain if all are foreign or faulty.
 */
function definitionSentence(verdict: DefinitionVerdict): string {
  const { steps, foreign, faulty } = verdict
  const words = joinWords([foreignWords(verdict), faultyWords(verdict)], ', ')
  const sentence = words === '' ? '' : `${words}.`
  const start =
    foreign + faulty >= steps
      ? joinWords([runningSentence(steps, 0), sentence], ' ')
      : sentence && `Of ${count(steps, 'step')}, ${sentence}`
  return joinWords([start, ...wholeFlowWords(verdict)], ' ')
}

/** What the definition of a flow says about it in few words, for lists. */
export interface FlowState {
  /** The most urgent class that the words are about. */
  kind: Exclude<FindingClass, 'requirement'>
  /** "2 errors", "Made for n8n" */
  words: string
  /** In full; "" if the words say all. */
  sentence: string
}

function shortWords(
  kind: FlowState['kind'],
  { errors, warnings }: ValidationSummary,
  { product, foreign }: DefinitionVerdict,
): string {
  if (kind === 'error') return count(errors, 'error')
  if (kind === 'warning') return count(warnings, 'warning')
  if (product !== null) return madeFor(product)
  return foreign > 0 ? `${count(foreign, 'step runs', 'steps run')} only elsewhere` : 'No trigger starts it here'
}

/** Null if a person needs to know nothing about the definition, or the service does not count findings. */
export function flowState(summary: ValidationSummary | undefined): FlowState | null {
  if (summary === undefined) return null
  const { errors, warnings, steps } = summary
  const verdict = {
    // Absent in the counts of another service: ''.
    product: summary.product || null,
    steps,
    foreign: summary.foreign_steps,
    faulty: summary.faulty_steps,
    startsElsewhere: summary.starts_elsewhere,
    otherErrors: summary.flow_errors,
  }
  const kind =
    errors > 0 ? 'error' : verdict.foreign > 0 || verdict.startsElsewhere ? 'note' : warnings > 0 ? 'warning' : null
  return kind && { kind, words: shortWords(kind, summary, verdict), sentence: definitionSentence(verdict) }
}
