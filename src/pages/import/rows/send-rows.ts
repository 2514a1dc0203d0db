/** Sends flows, four at a time, each with its own result. Sending continues after navigation. */
import type { QueryClient } from '@tanstack/react-query'
import { mayHaveSucceeded } from '#api/request/idempotency-key.ts'
import { ApiError } from '#api/errors.ts'
import { hasSafeRetries } from '#api/query/me.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { findCreatedFlow, mayHaveBeenCreated } from '#parts/flows/find-created-flow.ts'
import { emptyImportResult, sendTemplate } from '#parts/flows/send-template.ts'
import { lookUpNames, refreshAccount } from '#pages/import/account-keys.ts'
import { importRuleOf, ruleReason } from '#pages/import/import-rule.ts'
import { chosenStepsQuery } from '#pages/import/steps/use-chosen-steps.ts'
import type { FileFlow } from '#files/file-result.ts'
import { rowNamesOf } from './flow-names.ts'
import { allRows, rowOf, updateRow, type ImportRow } from './import-rows.ts'
import { sourceValue } from './source-file.ts'
import { importAttemptOf, saveChoices, unchangedAttempt } from './send-flow.ts'

/** Maximum concurrent requests: over HTTP/1.1, a browser opens six connections to a host, and the page needs some. */
const concurrency = 4
let runningBatches = 0

/** Makes the browser ask for confirmation, since leaving the console would abort the import. */
const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function startBatch(): void {
  if (runningBatches === 0) window.addEventListener('beforeunload', confirmLeaving)
  runningBatches += 1
}

function endBatch(): void {
  runningBatches -= 1
  if (runningBatches === 0) window.removeEventListener('beforeunload', confirmLeaving)
}

/** The request to send: the attempt whose outcome is unknown, or a new one; null if the row has no flow. */
async function nextAttempt(row: ImportRow, client: QueryClient): Promise<NonNullable<ImportRow['attempt']> | null> {
  if (row.attempt !== null) return row.attempt
  if (row.flow === null) return null
  const rule = importRuleOf(client)
  if (rule.accepts === 'own')
    return unchangedAttempt(rule.product === null ? row.source : await sourceValue(row), row.flow, row.choices.name)
  const takenNames = row.choices.name === null ? await lookUpNames(client, row.flow.name) : new Set<string>()
  // Rows are read again after the await, since other rows may have got names in the meantime.
  const name = rowNamesOf(allRows(), takenNames).names.get(row.key) ?? row.flow.name
  return importAttemptOf(await chosenTemplate(row, row.flow, client), name)
}

/** The template with the choices for its steps. Rejects with an Error if the code for that could not be loaded. */
async function chosenTemplate({ key, choices: { steps } }: ImportRow, flow: FileFlow, client: QueryClient) {
  if (steps === null || Object.keys(steps).length === 0) return flow.template
  const { template } = await client.fetchQuery(chosenStepsQuery(key, flow, steps, null))
  return template ?? flow.template
}

async function lookUpFlow(key: string, { name, at }: NonNullable<ImportRow['attempt']>): Promise<void> {
  updateRow(key, { state: { name: 'unsure', lookup: null } })
  const lookup = await findCreatedFlow(name, at)
  if (rowOf(key)?.state.name === 'unsure') updateRow(key, { state: { name: 'unsure', lookup } })
}

async function sendRow(key: string, client: QueryClient): Promise<void> {
  const row = rowOf(key)
  if (row === undefined || row.state.name !== 'waiting') return
  updateRow(key, { state: { name: 'sending' } })
  const attempt = await nextAttempt(row, client).catch((problem: unknown) => {
    // Nothing was sent.
    updateRow(key, { state: { name: 'ready' } })
    throw problem
  })
  if (attempt === null) return
  updateRow(key, { attempt })
  try {
    const { id, result } = await sendTemplate(attempt.body, attempt.key, attempt.name)
    const saved = id === '' ? { result, saveError: null } : await saveChoices(id, result, row.choices)
    updateRow(key, { state: { name: 'done', id, ...saved } })
  } catch (problem) {
    if (!(problem instanceof ApiError)) {
      // The console failed after the request was sent, so the flow may have been imported.
      await lookUpFlow(key, attempt)
      throw problem
    }
    if (mayHaveBeenCreated(problem) && !hasSafeRetries(client)) await lookUpFlow(key, attempt)
    else
      updateRow(key, { state: { name: 'failed', error: problem }, attempt: mayHaveSucceeded(problem) ? attempt : null })
  }
}

/** Refetches lists once after all flows: doing so after each of a thousand would overload the service. */
const refresh = (client: QueryClient) => {
  const nouns = new Set([...flowApi.import.changes, ...flowApi.bind.changes])
  for (const noun of nouns) void client.invalidateQueries({ queryKey: [noun] })
  void refreshAccount(client)
}

async function sendQueue(keys: string[], client: QueryClient): Promise<void> {
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) await sendRow(key, client)
}

/** Sends rows, except those that are already sent or refused. Resolves when all have a result or are cancelled. */
export async function sendRows(keys: readonly string[], client: QueryClient): Promise<void> {
  const rule = importRuleOf(client)
  const waiting = keys.filter((key) => {
    const row = rowOf(key)
    if (row === undefined || ruleReason(rule, row) !== null) return false
    const state = row.state.name
    return state === 'ready' || state === 'failed' || state === 'unsure'
  })
  for (const key of waiting) updateRow(key, { state: { name: 'waiting' } })
  startBatch()
  try {
    const queue = [...waiting]
    await Promise.all(Array.from({ length: Math.min(concurrency, waiting.length) }, () => sendQueue(queue, client)))
  } finally {
    endBatch()
    refresh(client)
  }
}

/** Cancels the requests that were not sent yet. */
export function cancelSending(): void {
  for (const { key, state } of allRows()) if (state.name === 'waiting') updateRow(key, { state: { name: 'ready' } })
}

/** Repeats the lookup of a flow after a lost response. */
export async function repeatLookup(key: string): Promise<void> {
  const row = rowOf(key)
  if (row?.state.name === 'unsure' && row.attempt !== null) await lookUpFlow(key, row.attempt)
}

/** Accepts the found flow as the result: saves its choices, and does not send it again. */
export async function acceptFoundFlow(key: string, client: QueryClient): Promise<void> {
  const row = rowOf(key)
  if (row?.state.name !== 'unsure' || row.state.lookup?.is !== 'found') return
  const { id } = row.state.lookup.flow
  updateRow(key, { state: { name: 'done', id, ...(await saveChoices(id, emptyImportResult, row.choices)) } })
  refresh(client)
}

/** Sends a flow again, as a new request under a free name: the first request probably did not create it. */
export async function resendAsNew(key: string, client: QueryClient): Promise<void> {
  if (rowOf(key)?.state.name !== 'unsure') return
  updateRow(key, { attempt: null })
  await refreshAccount(client)
  await sendRows([key], client)
}

/** Retries saving the choices for an imported flow. */
export async function retrySavingChoices(key: string): Promise<void> {
  const row = rowOf(key)
  if (row?.state.name !== 'done') return
  const { id, result } = row.state
  updateRow(key, { state: { name: 'done', id, ...(await saveChoices(id, result, row.choices)) } })
}
