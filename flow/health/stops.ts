/** The steps of a flow as stops of a line, in four parts: how far each runs here. */
import type { Finding, Node } from '#contract/flow.ts'
import { isStep } from '#flow/node-kind.ts'
import { count, formatCount } from '#lib/count.ts'
import { isForeignStepCode } from './finding-codes.ts'
import { findingClass, isOmittedMessage } from './findings.ts'
import { foreignStep } from './foreign-step.ts'
import { needByCode, needingSteps, needWords, runningSteps, type Verdict } from './verdict.ts'
import { faultyWords, foreignWords } from './verdict-words.ts'

/** `runs`; `chosen`: runs with a choice made; `needs`: something of the account; `nothing`: foreign or faulty. */
export const stopStates = ['runs', 'chosen', 'needs', 'nothing'] as const
export type StopState = (typeof stopStates)[number]

export type StopCounts = Readonly<Record<StopState, number>>

interface Stop {
  /** Id of the step. */
  id: string
  state: StopState
}

/** Ids of the steps that findings concern, by what is found. */
function concernedSteps(validation: readonly Finding[]) {
  const idsOf = (fits: (finding: Finding) => boolean) =>
    new Set(validation.filter(fits).flatMap(({ node_id: id }) => id ?? []))
  return {
    nothing: idsOf((finding) => isForeignStepCode(finding.code) || findingClass(finding) === 'error'),
    needs: idsOf(({ code }) => needByCode.has(code)),
  }
}

/** The state of each enabled step, in the order of the nodes. `chosen`: steps for which a choice was made. */
export function stopsOf(
  nodes: readonly Node[],
  validation: readonly Finding[],
  chosen: ReadonlySet<string> = new Set(),
): Stop[] {
  const concerned = concernedSteps(validation)
  // The findings of a very large flow do not name all of its foreign steps.
  const isCut = validation.some(({ code, message }) => isForeignStepCode(code) && isOmittedMessage(message))
  const isForeign = (node: Node) => concerned.nothing.has(node.id) || (isCut && foreignStep(node, null) !== null)
  return nodes
    .filter((node) => isStep(node) && !node.disabled)
    .map((node) => {
      const state = isForeign(node) ? 'nothing' : concerned.needs.has(node.id) ? 'needs' : 'runs'
      return { id: node.id, state: state !== 'runs' && chosen.has(node.id) ? 'chosen' : state }
    })
}

/** How many stops have each state. */
export function countStops(stops: readonly Stop[]): StopCounts {
  const counts = { runs: 0, chosen: 0, needs: 0, nothing: 0 }
  for (const { state } of stops) counts[state] += 1
  return counts
}

/** The same counts from a verdict, without choices. */
export const verdictStops = (verdict: Verdict): StopCounts => {
  const [runs, needs] = [runningSteps(verdict), needingSteps(verdict)]
  return { runs, chosen: 0, needs, nothing: Math.max(0, verdict.steps - runs - needs) }
}

export const stopSum = (counts: StopCounts): number => stopStates.reduce((sum, state) => sum + counts[state], 0)

/** Maximum stops of a line: one per step, or one bar per ten steps, or more if they are too many for that. */
const maxStops = 40
const barSize = 10

/** What each stop of the line stands for, in the order of the states: one step, or some of a long flow. */
export function stopBars(counts: StopCounts): StopCounts[] {
  const sum = stopSum(counts)
  const size = sum <= maxStops ? 1 : barSize * Math.ceil(sum / (barSize * maxStops))
  const left = { ...counts }
  return Array.from({ length: Math.ceil(sum / size) }, () => {
    const bar = { runs: 0, chosen: 0, needs: 0, nothing: 0 }
    let room = size
    for (const state of stopStates) {
      bar[state] = Math.min(room, left[state])
      left[state] -= bar[state]
      room -= bar[state]
    }
    return bar
  })
}

function nothingWords(counts: StopCounts, verdict: Verdict): string {
  if (verdict.foreign === 0) return faultyWords(verdict)
  if (verdict.faulty > 0) return `${formatCount(counts.nothing)} cannot run here`
  // With choices, only some of the foreign steps: the others are counted with the choices.
  return counts.chosen > 0 ? `${count(counts.nothing, 'does', 'do')} not run yet` : foreignWords(verdict)
}

/** The legend of the line: how many steps have each state, in words, without states that no step has. */
export function stopLegend(counts: StopCounts, verdict: Verdict): { state: StopState; words: string }[] {
  const words: Record<StopState, string> = {
    runs: `${formatCount(counts.runs)} can run here`,
    chosen: `${formatCount(counts.chosen)} with your choices`,
    needs:
      counts.needs === needingSteps(verdict)
        ? needWords(verdict).join(', ')
        : `${count(counts.needs, 'needs', 'need')} something of this account`,
    nothing: nothingWords(counts, verdict),
  }
  return stopStates.filter((state) => counts[state] > 0).map((state) => ({ state, words: words[state] }))
}
