/** A flow from a file with the choices for its steps: what to send, and how far it runs. */
import type { Finding } from '#contract/flow.ts'
import { applyChoices } from '#flow/choices/apply-choices.ts'
import type { StepChoices, StepGroups } from '#flow/choices/step-choices.ts'
import { stepGroupsOf } from '#flow/choices/step-groups.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { writeTemplate } from '#flow/file/template.ts'
import { productOf } from '#flow/formats/format-titles.ts'
import { findingsOf, lintFlow, ownFindings, type KnownKeys } from '#flow/health/lint.ts'
import { countStops, stopsOf, type StopCounts } from '#flow/health/stops.ts'
import { verdictOf, type Verdict } from '#flow/health/verdict.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import type { VisualKind } from '#flow/visual-kind/kinds.ts'

export interface ChosenSteps {
  /** JSON in UTF-8; null = the flow is unchanged. */
  template: Blob | null
  groups: StepGroups
  /** Of the flow as it is in the file, and with the choices. */
  before: Verdict
  after: Verdict
  /** Findings of the flow with the choices. */
  findings: Finding[]
  /** How many steps of the file run, run or are switched off with the choices, or neither. */
  stops: StopCounts
  /** Steps that run as they are in the file, by kind, most frequent first. */
  running: { kind: VisualKind; count: number }[]
}

const generator = { name: 'Flow Console', version: '1' }

/** `known`: keys of the account; null = unknown, so that nothing is missing. */
function lintWith(flow: FlowParts, known: KnownKeys | null): { findings: Finding[]; verdict: Verdict } {
  const lint = lintFlow(flow)
  const findings = known === null ? ownFindings(lint) : findingsOf(lint, known)
  return { findings, verdict: verdictOf(findings, lint) }
}

type Stops = ReturnType<typeof stopsOf>

/** The stops of the file with the states that the choices give them. */
function stopsWith(before: Stops, after: Stops): Stops {
  const states = new Map(after.map(({ id, state }) => [id, state]))
  return before.map(({ id, state: own }) => {
    const state = states.get(id) ?? 'chosen'
    return { id, state: own !== 'runs' && state === 'runs' ? 'chosen' : state }
  })
}

function runningKinds({ nodes }: FlowParts, stops: Stops): ChosenSteps['running'] {
  const runs = new Set(stops.flatMap(({ id, state }) => (state === 'runs' ? id : [])))
  const counts = new Map<string, { kind: VisualKind; count: number }>()
  for (const node of nodes) {
    if (!runs.has(node.id)) continue
    const kind = visualKindOf(node, null)
    const row = counts.get(kind.label) ?? { kind, count: 0 }
    counts.set(kind.label, row)
    row.count += 1
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}

/** `bytes`: a flow template in UTF-8. Throws an error that says why it is invalid. */
export function chooseSteps(
  bytes: Uint8Array,
  { steps, known }: { steps: StepChoices; known: KnownKeys | null },
): ChosenSteps {
  const read = readFlowFile({ name: 'template.json', bytes })
  if (!read.ok) throw new Error(read.message)
  const [flow] = read.flows
  if (flow === undefined) throw new Error('The file contains no flow.')
  const product = productOf(flow.metadata)
  const groups = stepGroupsOf(flow, product)
  const before = lintWith(flow, known)
  const chosen = { ...flow, ...applyChoices(flow, product, steps) }
  const isChanged = chosen.nodes.some((node, index) => node !== flow.nodes[index])
  const after = isChanged ? lintWith(chosen, known) : before
  const stopsBefore = stopsOf(flow.nodes, before.findings)
  const exportedAt = new Date().toISOString()
  const template = isChanged ? JSON.stringify(writeTemplate(chosen, { exportedAt, generator })) : null
  return {
    template: template === null ? null : new Blob([template], { type: 'application/json' }),
    groups,
    before: before.verdict,
    after: after.verdict,
    findings: after.findings,
    stops: countStops(stopsWith(stopsBefore, stopsOf(chosen.nodes, after.findings))),
    running: runningKinds(flow, stopsBefore),
  }
}
