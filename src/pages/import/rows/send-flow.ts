/** Requests for one flow: the import, then its choices. */
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowDetail, type ImportResult } from '#contract/flow.ts'
import { templateBody } from '#parts/flows/send-template.ts'
import { bindingsOf, type ImportChoices } from '#pages/import/review/import-choices.ts'
import type { ImportAttempt } from './import-rows.ts'
import type { FileFlow } from '#files/file-result.ts'

/** An attempt with the unchanged file as JSON, for a service that may only accept its own exports. */
export const unchangedAttempt = (source: Blob, flow: FileFlow, chosen: string | null): ImportAttempt => ({
  key: crypto.randomUUID(),
  name: chosen ?? flow.name,
  at: Date.now(),
  body: templateBody(source, chosen ?? undefined),
})

export const importAttemptOf = (template: Blob, name: string): ImportAttempt => ({
  key: crypto.randomUUID(),
  name,
  at: Date.now(),
  body: templateBody(template, name),
})

const missingOf = ({ tools, channels, secrets }: FlowDetail['bindings']): ImportResult['missing'] => {
  const keys = (part: Record<string, string | null>) =>
    Object.entries(part).flatMap(([key, id]) => (id === null ? [key] : []))
  return { tools: keys(tools), channels: keys(channels), secrets: keys(secrets) }
}

/** Saves the choices of an imported flow. `saveError` = why they could not be saved; null if they were. */
export async function saveChoices(
  id: string,
  result: ImportResult,
  choices: ImportChoices,
): Promise<{ result: ImportResult; saveError: ApiError | null }> {
  const bindings = bindingsOf(choices)
  if (bindings === null) return { result, saveError: null }
  try {
    const { bindings: now } = await call(flowApi.bind, { id, body: bindings })
    return { result: { ...result, missing: missingOf(now) }, saveError: null }
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    return { result, saveError: problem }
  }
}
