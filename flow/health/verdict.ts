/**
 * How far a flow runs in this account: counts of its steps by what they need, and the sentences about them. The same
 * sentences are shown wherever this is said: review of an import, canvas, Health, activation and runs.
 */
import type { Finding } from '#contract/flow.ts'
import { foreignTrigger, isForeignStepCode, noChannelStarts } from './finding-codes.ts'
import { findingClass, countFindings, findingCount, isOmittedMessage } from './findings.ts'
import {
  faultyWords,
  foreignStepsTitle,
  foreignWords,
  joinWords,
  onlyElsewhere,
  runningSentence,
  wholeFlowWords,
  type DefinitionVerdict,
} from './verdict-words.ts'
import { count } from '#lib/count.ts'

/** What a step needs from the account, in the order in which a step with several needs is counted. */
const stepNeeds = ['model', 'tool', 'channel', 'flow'] as const
type StepNeed = (typeof stepNeeds)[number]

export const needByCode: ReadonlyMap<string, StepNeed> = new Map([
  ['missing_model', 'model'],
  ['missing_tool', 'tool'],
  ['missing_channel', 'channel'],
  [noChannelStarts, 'channel'],
  ['missing_flow', 'flow'],
])

/** Each step is counted once: as foreign, else as faulty, else by its first need, else as running here. */
export interface Verdict extends DefinitionVerdict {
  /** Steps that need something which the account lacks. */
  needs: Readonly<Record<StepNeed, number>>
  /** Secrets without a value. They are not counted by step. */
  secrets: number
}

/** Adds up the steps that findings concern; a step with several findings counts once. */
class StepCounter {
  private readonly counted = new Set<string>()
  private readonly stepCodes: ReadonlySet<string>

  constructor(validation: readonly Finding[]) {
    this.stepCodes = new Set(validation.filter((one) => one.node_id !== undefined).map(({ code }) => code))
  }

  /** Entries that count omitted findings name no step, but stand for one step each. */
  isOfStep({ node_id: id, code, message }: Finding): boolean {
    return id !== undefined || (isOmittedMessage(message) && this.stepCodes.has(code))
  }

  add(findings: readonly Finding[]): number {
    let sum = 0
    for (const { node_id: id, message } of findings.filter((one) => this.isOfStep(one))) {
      if (id !== undefined && this.counted.has(id)) continue
      if (id !== undefined) this.counted.add(id)
      sum += findingCount(message)
    }
    return sum
  }
}

/** `steps`: number of steps without disabled ones. */
export function verdictOf(
  validation: readonly Finding[],
  { steps, product }: Pick<Verdict, 'steps' | 'product'>,
): Verdict {
  const counter = new StepCounter(validation)
  const foreign = counter.add(validation.filter(({ code }) => isForeignStepCode(code)))
  const errors = validation.filter((finding) => findingClass(finding) === 'error')
  const faulty = counter.add(errors)
  const countOf = (need: StepNeed) => counter.add(validation.filter(({ code }) => needByCode.get(code) === need))
  return {
    product,
    steps,
    foreign,
    faulty,
    needs: {
      model: countOf('model'),
      tool: countOf('tool'),
      channel: countOf('channel'),
      flow: countOf('flow'),
    },
    secrets: countFindings(validation.filter(({ code }) => code === 'missing_secret')),
    startsElsewhere: validation.some(({ code }) => code === foreignTrigger),
    otherErrors: countFindings(errors.filter((finding) => !counter.isOfStep(finding))),
  }
}

/** Number of steps that need something which the account lacks. */
export const needingSteps = ({ needs }: Verdict): number => stepNeeds.reduce((sum, need) => sum + needs[need], 0)

/** Number of steps that run here; an error at a disabled step must not make it negative. */
export const runningSteps = (verdict: Verdict): number =>
  Math.max(0, verdict.steps - verdict.foreign - verdict.faulty - needingSteps(verdict))

const needNames: Readonly<Record<StepNeed, string>> = {
  model: 'a model',
  tool: 'a tool',
  channel: 'a channel',
  flow: 'another flow',
}

/** "1 needs a model", one for each kind of need. */
export const needWords = ({ needs }: Verdict): string[] =>
  stepNeeds.filter((need) => needs[need] > 0).map((need) => `${count(needs[need], 'needs', 'need')} ${needNames[need]}`)

/** "10 of 24 steps can run here." */
export const verdictLead = (verdict: Verdict): string => runningSentence(verdict.steps, runningSteps(verdict))

/** What concerns no single step: "1 secret has no value. No trigger starts it here."; "" if nothing does. */
export const flowWords = (verdict: Verdict): string =>
  joinWords(
    [
      verdict.secrets === 0 ? '' : `${count(verdict.secrets, 'secret has', 'secrets have')} no value.`,
      ...wholeFlowWords(verdict),
    ],
    ' ',
  )

/** "13 run only in n8n, 1 needs a model."; "" if all steps run. */
function verdictRest(verdict: Verdict): string {
  const rest = joinWords([foreignWords(verdict), ...needWords(verdict), faultyWords(verdict)], ', ')
  return joinWords([rest && `${rest}.`, flowWords(verdict)], ' ')
}

/** "10 of 24 steps can run here. 13 run only in n8n, 1 needs a model." */
export const verdictSentence = (verdict: Verdict): string =>
  joinWords([verdictLead(verdict), verdictRest(verdict)], ' ')

/** Whether nothing keeps the flow from running here, as far as the findings say. */
export const runsCompletely = (verdict: Verdict): boolean =>
  runningSteps(verdict) === verdict.steps &&
  verdict.secrets === 0 &&
  !verdict.startsElsewhere &&
  verdict.otherErrors === 0

/** What to do so that the flow can be activated; "" if nothing. */
export function verdictAdvice(verdict: Verdict): string {
  const parts = [
    verdict.faulty + verdict.otherErrors > 0 ? 'fix the errors' : '',
    verdict.foreign > 0 ? `replace or disable the steps that run ${onlyElsewhere(verdict)}` : '',
    verdict.startsElsewhere ? 'add a trigger' : '',
    needingSteps(verdict) + verdict.secrets > 0 ? 'add what is missing in this account' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `To activate the flow, ${new Intl.ListFormat('en-GB').format(parts)}.`
}

/** Why a run cannot start, and the remedy. */
export const foreignRefusal = (verdict: Pick<Verdict, 'product' | 'foreign'>): string =>
  `${foreignStepsTitle(verdict)}. Replace or disable ${verdict.foreign === 1 ? 'it' : 'them'} to run this flow.`
