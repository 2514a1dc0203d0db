import { z } from 'zod'
import { useApiMutation } from '#api/query/query.ts'
import type { ApiError } from '#api/errors.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { JsonObject } from '#contract/kernel/page.ts'
import { mergeKnownFields } from '#lib/absent.ts'
import { namedTool } from '#parts/flows/created-id.ts'
import { fieldDifferences } from '#parts/forms/field-differences.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { useVersionedSave, type SaveConflict, type VersionedSave } from '#parts/forms/use-versioned-save.ts'
import { requestedFields, withRequestedFields } from './requested-fields.ts'
import { toolLabels } from '#pages/tools/field-words.ts'
import { toolBodyIn, type ToolDraft } from './tool-draft.ts'
import { isToolField, toolServiceProblems, type Problems } from './tool-problems.ts'

const Current = z.looseObject({ version: z.int(), config: JsonObject })

/** Config fields with typed secrets, which are masked in the conflict dialog. */
const hiddenFields = ({ category, config }: ToolDraft): string[] =>
  category === 'global' && config.secret && typeof config.value === 'string'
    ? ['value']
    : typeof config.authSecret === 'string' && config.authSecret !== ''
      ? ['auth']
      : []

function conflictIn(currentBody: unknown, draft: ToolDraft): SaveConflict | null {
  const current = Current.safeParse(currentBody)
  const theirs = JsonObject.safeParse(currentBody)
  const mine = JsonObject.safeParse(toolBodyIn(draft, (mark) => mark))
  if (!current.success || !theirs.success || !mine.success) return null
  return {
    version: current.data.version,
    differences: fieldDifferences(toolLabels, mine.data, theirs.data, hiddenFields(draft)),
  }
}

/** Saves a draft: creates a tool if `id` is null, else changes the tool with that id. */
export function useSaveTool(
  id: string | null,
  handlers: { onSaved: (tool: Tool) => void; onRefused: (problems: Problems, requested: readonly string[]) => void },
): VersionedSave<ToolDraft> {
  const create = useApiMutation(toolApi.create, namedTool)
  const edit = useApiMutation(toolApi.edit)
  const mutation = id === null ? create : edit
  const send = (draft: ToolDraft, version: number | null) => {
    const body = toolBodyIn(draft, (mark) => mark)
    const callbacks = {
      onSuccess: (saved: Tool) => handlers.onSaved(mergeKnownFields(saved, { id: id ?? '', name: draft.name })),
      onError: (error: ApiError) => {
        const paths = requestedFields(error.fieldErrors, body, isToolField)
        const requested = { ...Object.fromEntries(paths.map((path) => [path, ''])), ...draft.asked }
        const problems = toolServiceProblems({ ...draft, asked: requested }, error.fieldErrors)
        if (Object.keys(problems).length > 0) handlers.onRefused(problems, paths)
      },
    }
    if (id === null) {
      const createBody = toolApi.create.body.safeParse(body)
      if (createBody.success) create.mutate({ body: withRequestedFields(createBody.data, draft.asked) }, callbacks)
      return
    }
    const { category: _, ...change } = body
    const editBody = toolApi.edit.body.safeParse({ ...change, version: knownVersion(version) })
    if (editBody.success) edit.mutate({ id, body: withRequestedFields(editBody.data, draft.asked) }, callbacks)
  }
  return useVersionedSave(mutation, send, conflictIn)
}
