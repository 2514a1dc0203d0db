import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { connectionPrefix } from '#api/connection/connection.ts'
import { useMe, useWriteReason } from '#api/query/me.ts'
import type { PageAction } from '#shell/page.tsx'
import { useNow } from '#ui/browser/now.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { isUndoable, lastBulkChangeOf, type LastBulkChange } from './last-bulk-change.ts'

export interface BulkUndo {
  lastChange: LastBulkChange | null
  remember: (done: LastBulkChange) => void
  undo: (token: string) => void
}

const notLoaded = () =>
  showToast({ message: 'Nothing was restored because a part of the console could not be loaded. Try again.' })

/** Undo of the last bulk change, also after its toast has closed. */
export function useBulkUndo(): BulkUndo {
  const me = useMe()
  const client = useQueryClient()
  const store = lastBulkChangeOf(`${connectionPrefix()}${me?.account.id ?? ''} ${me?.person?.id ?? ''}`)
  const lastChange = useStoredSetting(store)
  const now = useNow()
  return {
    lastChange: lastChange !== null && isUndoable(lastChange, now) ? lastChange : null,
    remember: store.set,
    undo: (token) => void import('./undo-bulk.ts').then((code) => code.undoBulk(client, store, token), notLoaded),
  }
}

/** Undo action for the page menu; empty if nothing can be undone. */
export function useBulkUndoActions({ lastChange, undo }: BulkUndo): PageAction[] {
  const reason = useWriteReason()
  if (lastChange === null) return []
  const note = { words: lastChange.words, isKnown: true }
  return [{ label: 'Undo last change', icon: <Undo2 />, note, reason, onSelect: () => undo(lastChange.token) }]
}
