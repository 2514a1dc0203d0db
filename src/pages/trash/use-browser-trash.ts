import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ApiError } from '#api/errors.ts'
import { hasSafeRetries } from '#api/query/me.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { createdWords } from '#parts/flows/created-id.ts'
import { findCreatedFlow, mayHaveBeenCreated, type CreatedFlow } from '#parts/flows/find-created-flow.ts'
import { downloadFileName } from '#parts/flows/file-names.ts'
import { trashKey } from '#parts/flows/flow-deletion.ts'
import { sendTemplate, templateBody, type ImportedFlow } from '#parts/flows/send-template.ts'
import { readTrash } from '#parts/trash/trash-copy.ts'
import type { TrashCopy } from '#parts/trash/trash-limits.ts'
import { deleteTrashCopy, storeTrashCopy, trashFile } from '#parts/trash/trash-store.ts'
import { flowPath, paths } from '#ui/paths.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { showToast } from '#ui/overlays/toast.tsx'

/** Seconds for which the removal of a copy can be undone. */
const undoSeconds = 10

const fileOf = async ({ id }: TrashCopy): Promise<Blob> => {
  const file = await trashFile(id)
  if (file === null) throw new Error('The copy no longer exists.')
  return file
}

/** Start of requests whose outcome is unknown (Unix time in ms), by the id of the copy. */
const unconfirmedRestores = new Map<string, number>()

/** A flow with this name was found after a lost response, and the service does not guarantee safe retries. */
export class RestoreUnconfirmedError extends Error {
  override name = 'RestoreUnconfirmedError'
  readonly flow: CreatedFlow

  constructor(flow: CreatedFlow) {
    super(`The flow may already be restored: “${flow.name}”.`)
    this.flow = flow
  }
}

/** Rejects with RestoreUnconfirmedError once; the next attempt creates a second flow. */
async function restore(copy: TrashCopy, isRepeatSafe: boolean): Promise<ImportedFlow> {
  const before = unconfirmedRestores.get(copy.id)
  unconfirmedRestores.delete(copy.id)
  if (before !== undefined && !isRepeatSafe) {
    const lookup = await findCreatedFlow(copy.name, before)
    if (lookup.is === 'found') throw new RestoreUnconfirmedError(lookup.flow)
  }
  const at = Date.now()
  try {
    // The idempotency key is the copy's id, so that a retry after a lost response creates no second flow.
    return await sendTemplate(templateBody(await fileOf(copy)), copy.id, copy.name)
  } catch (problem) {
    if (problem instanceof ApiError && mayHaveBeenCreated(problem)) unconfirmedRestores.set(copy.id, at)
    throw problem
  }
}

/** The copies of deleted flows, with mutations to restore, download and remove them. */
export function useBrowserTrash() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refetchCopies = () => client.invalidateQueries({ queryKey: trashKey })
  const list = useQuery({ queryKey: trashKey, queryFn: () => readTrash(client), retry: false, networkMode: 'always' })
  const restoring = useMutation<void, Error, TrashCopy>({
    networkMode: 'always',
    mutationFn: async (copy) => {
      const restored = await restore(copy, hasSafeRetries(client))
      for (const noun of flowApi.import.changes) void client.invalidateQueries({ queryKey: [noun] })
      await deleteTrashCopy(copy.id)
      await refetchCopies()
      const isFound = restored.id !== ''
      showToast({
        message: isFound ? `“${restored.name}” was restored as a draft` : createdWords(restored.name, 'was restored'),
      })
      void navigate(isFound ? flowPath(restored.id) : paths.flows)
    },
  })
  const saving = useMutation<void, Error, TrashCopy>({
    networkMode: 'always',
    mutationFn: async (copy) => saveFile(await fileOf(copy), downloadFileName(copy.name)),
  })
  const removing = useMutation<void, Error, TrashCopy>({
    networkMode: 'always',
    mutationFn: async (copy) => {
      const file = await trashFile(copy.id)
      await deleteTrashCopy(copy.id)
      await refetchCopies()
      const onUndo = () => {
        if (file !== null) void storeTrashCopy(copy, file, Date.now()).then(refetchCopies, refetchCopies)
      }
      showToast({ message: `The copy of “${copy.name}” was removed`, undo: { seconds: undoSeconds, onUndo } })
    },
  })
  return {
    /** Undefined while loading, null if browser storage is unavailable. */
    copies: list.isError ? null : list.data,
    restoring,
    saving,
    removing,
  }
}

export type BrowserTrash = ReturnType<typeof useBrowserTrash>

/** Whether an error is from the service rather than from the browser. */
export const isFromService = (problem: Error | null): problem is ApiError => problem instanceof ApiError
