/**
 * Validates the input of a run against the schema of its trigger, for manual starts, webhooks and subflows. Not
 * validated: input that the service creates in a fixed form (the time of a schedule, a message of a channel), and input
 * of a retry that was accepted before.
 */
import type pg from 'pg'
import type { Node } from '#contract/flow.ts'
import { runOfSource } from '#server/store/engine/engine-run.ts'
import { Fault } from '#server/base/fault.ts'
import type { SchemaValidation, Sandbox } from '#server/engine/engine-tools.ts'
import type { StartRequest } from '#server/engine/engine.ts'
import { versionToRun, type Flows } from './ready-flows.ts'
import { schemaOf } from '#server/engine/nodes/trigger.ts'
import { checkFlow, checkInput, triggerOf } from './start-node.ts'

export interface InputCheckParts {
  flows: Flows
  sandbox: Sandbox
}

/** Number of paths in the message of a refusal. The delivery log and a failed step store only this message. */
const maxNamedPaths = 3
/** Retry-After in seconds if too many inputs are being validated. */
const retryAfter = 5

const needsValidation = ({ trigger, retryOf }: StartRequest): boolean =>
  trigger === 'retry' ? retryOf?.isOtherInput === true : trigger !== 'schedule' && trigger !== 'message'

const pathOf = (place: string): string => (place === '' ? 'input' : `input.${place}`)

/** Fault for an undecided validation. */
function undecidedFault({ code, message }: Extract<SchemaValidation, { ok: null }>): Fault {
  const words: Record<string, string> = {
    timeout: 'Checking the input against its schema takes too long. Simplify its patterns, or send less data.',
    memory: 'Checking the input against its schema takes too much memory. Send less data.',
    too_deep: 'The input schema refers to itself too deeply for this input. Simplify the schema, or nest it less.',
    error: `The input cannot be checked against its schema: ${message}`,
  }
  const said = words[code]
  if (said !== undefined) return new Fault('invalid', said, { errors: { input: [said] } })
  const detail = 'Too many inputs are being checked. Nothing was started. Try again in a moment.'
  return new Fault('throttled', detail, { headers: { 'retry-after': String(retryAfter) } })
}

function schemaFault({ places, more }: Extract<SchemaValidation, { ok: false }>, trigger: Node): Fault {
  const all = Object.entries(places).map(([place, words]) => ({ path: pathOf(place), words }))
  const named = all.slice(0, maxNamedPaths).map(({ path, words }) => `${path}: ${words.join(' ')}`)
  const left = all.length - named.length + more
  const rest = left === 0 ? [] : [`And ${left} more.`]
  const detail = [`The input does not match the schema of “${trigger.name || trigger.id}”.`, ...named, ...rest].join(
    ' ',
  )
  return new Fault('invalid', detail, { errors: Object.fromEntries(all.map(({ path, words }) => [path, words])) })
}

/** Throws 400 with each invalid path, or if the schema cannot be checked; 429 if too many validations are waiting. */
export async function checkInputSchema(sandbox: Sandbox, request: StartRequest, trigger: Node): Promise<void> {
  const schema = needsValidation(request) ? schemaOf(trigger) : null
  if (schema === null) return
  const validation = await sandbox.forAccount(request.account).validate(schema, request.input)
  if (validation.ok === null) throw undecidedFault(validation)
  if (!validation.ok) throw schemaFault(validation, trigger)
}

/** Whether the input was validated against the schema of this trigger, in this version of the flow. */
export const isValidated = ({ validated }: StartRequest, { version }: { version: number }, { id }: Node): boolean =>
  validated?.version === version && validated.trigger === id

/** Implements `Engine.validateInput`. Does not read a flow whose triggers are known to accept any input. */
export async function validateRunInput(
  { flows, sandbox }: InputCheckParts,
  pool: pg.Pool,
  request: StartRequest,
): Promise<StartRequest> {
  const { account, flowId, sourceKey, version = null } = request
  const acceptsAnyInput = () => version === null && flows.acceptsAnyInput(account, flowId)
  if (!needsValidation(request) || acceptsAnyInput()) return request
  const live = await flows.read(pool, account, flowId)
  if (!live || acceptsAnyInput()) return request
  const flow = await versionToRun(flows, pool, request, live)
  // A repeated start returns the existing run, even if the flow has changed.
  if (sourceKey !== null && (await runOfSource(pool, account, sourceKey)) !== null) return request
  checkInput(request)
  checkFlow(flow, request)
  const trigger = await triggerOf(pool, flow, request)
  await checkInputSchema(sandbox, request, trigger)
  return { ...request, validated: { version: flow.version, trigger: trigger.id } }
}
