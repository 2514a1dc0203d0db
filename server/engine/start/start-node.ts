/** Selects the trigger of a run, and checks status and problems of the flow and size of the input. */
import type { Node } from '#contract/flow.ts'
import { isForeignStepCode } from '#flow/health/finding-codes.ts'
import { countFindings } from '#flow/health/findings.ts'
import { foreignRefusal } from '#flow/health/verdict.ts'
import { depthOf, textOf } from '#lib/json/json.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { readBoundChannels } from '#server/store/engine/engine-bindings.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { PreparedFlow } from './ready-flows.ts'
import type { StartRequest } from '#server/engine/engine.ts'

/** Maximum characters of JSON input. */
const maxInput = 1_000_000
/** Maximum JSON depth, the same as in all requests (docs/api.md, "Bodies and text"). */
export const maxDepthOfJson = 64

export const notReady = (detail: string, flow?: PreparedFlow) =>
  new Fault('not_ready', detail, { more: { validation: flow?.problems ?? [] } })

const kindOfTrigger = (node: Node) => textOf(node.config['kind']) || 'manual'

const noTriggerMessage = ({ trigger, channel }: StartRequest): string =>
  `This flow has no enabled trigger of the type “${trigger}”${channel ? ' for this channel' : ''}.`

/** The trigger that a request starts. Throws if there is none, or if a manual start or a retry must name one. */
export async function triggerOf(db: Queryable, flow: PreparedFlow, request: StartRequest): Promise<Node> {
  const all = flow.plan.starts.flatMap((id) => flow.plan.nodes.get(id) ?? []).filter((node) => !node.disabled)
  if (request.triggerNodeId !== null) {
    const named = all.find(({ id }) => id === request.triggerNodeId)
    if (!named) throw invalid('trigger', 'No enabled trigger has this id.')
    return named
  }
  const [only, ...others] = all
  if (!only) throw notReady('This flow has no enabled trigger.', flow)
  if (request.trigger === 'manual' || request.trigger === 'subflow' || request.trigger === 'retry') {
    const manual = all.filter((node) => kindOfTrigger(node) === 'manual')
    const [first, second] = others.length === 0 ? [only] : manual
    if (first && !second) return first
    if (request.trigger === 'subflow' && first) return first
    throw invalid('trigger', 'This flow has several triggers. Choose one.')
  }
  const ofKind = all.filter((node) => kindOfTrigger(node) === request.trigger)
  const channelOf = (node: Node) => textOf(node.config['channel'])
  const isNamed =
    request.channel !== undefined && request.channel !== null && ofKind.some((node) => channelOf(node) !== '')
  const bound = isNamed ? await readBoundChannels(db, request.account, flow.id) : new Map<string, string>()
  const fits = ofKind.find((node) => {
    const channel = channelOf(node)
    return channel === '' || !request.channel || (bound.get(channel) ?? channel) === request.channel.id
  })
  if (!fits) throw notReady(noTriggerMessage(request), flow)
  return fits
}

export function checkFlow(flow: PreparedFlow, request: StartRequest): void {
  if (flow.status === 'archived') throw notReady('This flow is archived. Restore it first.', flow)
  if (flow.status !== 'active' && !request.isTest)
    throw notReady('This flow is not active. Activate it or start a test run.', flow)
  const { problems, product } = flow
  if (problems.length === 0) return
  const own = problems.find(({ code }) => !isForeignStepCode(code))
  const foreign = countFindings(problems.filter(({ code }) => isForeignStepCode(code)))
  throw notReady(own?.message ?? foreignRefusal({ product, foreign }), flow)
}

export function checkInput(request: StartRequest): void {
  if (depthOf(request.input) > maxDepthOfJson)
    throw invalid('input', `The input is nested deeper than ${maxDepthOfJson} levels.`)
  if (JSON.stringify(request.input).length > maxInput)
    throw new Fault('too_large', `A run accepts at most ${maxInput} characters of input.`)
}
