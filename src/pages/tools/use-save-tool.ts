import { useState } from 'react'
import { z } from 'zod'
import { useApiMutation } from '#api/query.ts'
import type { ApiError } from '#api/errors.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { JsonObject } from '#contract/page.ts'
import { differences, type Difference } from '#parts/field-differences.ts'
import { knownVersion } from '#parts/known-version.ts'
import { askedFields, withAsked } from './asked-fields.ts'
import { bodyIn, type ToolDraft } from './tool-draft.ts'
import { isToolField, serviceProblems, type Problems } from './tool-problems.ts'

const Current = z.looseObject({ version: z.int(), config: JsonObject })

const labels = [
  ['name', 'Name'],
  ['key', 'Key'],
  ['description', 'Description'],
  ['enabled', 'Enabled'],
  ['input_schema', 'Input'],
  ['output_schema', 'Output'],
] as const

export interface ToolConflict {
  version: number
  differences: Difference[]
}

/** What is typed as a secret stays out of a comparison. */
const hiddenIn = ({ category, config }: ToolDraft): string[] =>
  category === 'global' && config.secret && typeof config.value === 'string'
    ? ['value']
    : typeof config.authSecret === 'string' && config.authSecret !== ''
      ? ['auth']
      : []

/** The other version, out of the answer to a save that came too late; null where the error is another one. */
function conflictIn(error: ApiError | null, draft: ToolDraft): ToolConflict | null {
  if (error === null || (error.status !== 409 && error.status !== 412)) return null
  const current = Current.safeParse(error.current)
  const theirs = JsonObject.safeParse(error.current)
  const mine = JsonObject.safeParse(bodyIn(draft, (mark) => mark))
  if (!current.success || !theirs.success || !mine.success) return null
  return { version: current.data.version, differences: differences(labels, mine.data, theirs.data, hiddenIn(draft)) }
}

/** Saves a draft: makes a tool, or changes the one of `id`. */
export function useSaveTool(
  id: string | null,
  handlers: { onSaved: (tool: Tool) => void; onRefused: (problems: Problems, asked: readonly string[]) => void },
) {
  const create = useApiMutation(toolApi.create)
  const edit = useApiMutation(toolApi.edit)
  const used = id === null ? create : edit
  const [sent, setSent] = useState<ToolDraft | null>(null)
  const save = (draft: ToolDraft, version: number | null) => {
    if (used.isPending) return
    setSent(draft)
    const body = bodyIn(draft, (mark) => mark)
    const done = {
      onSuccess: handlers.onSaved,
      onError: (error: ApiError) => {
        const paths = askedFields(error.fieldErrors, body, isToolField)
        const asked = { ...Object.fromEntries(paths.map((path) => [path, ''])), ...draft.asked }
        const problems = serviceProblems({ ...draft, asked }, error.fieldErrors)
        if (Object.keys(problems).length > 0) handlers.onRefused(problems, paths)
      },
    }
    if (id === null) {
      const made = toolApi.create.body.safeParse(body)
      if (made.success) create.mutate({ body: withAsked(made.data, draft.asked) }, done)
      return
    }
    const { category: _, ...change } = body
    const changed = toolApi.edit.body.safeParse({ ...change, version: knownVersion(version) })
    if (changed.success) edit.mutate({ id, body: withAsked(changed.data, draft.asked) }, done)
  }
  return {
    save,
    isSaving: used.isPending,
    error: used.error,
    conflict: sent === null ? null : conflictIn(used.error, sent),
    reset: () => used.reset(),
  }
}
