import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { createdWords } from '#parts/flows/created-id.ts'
import { takeHandedOffFiles } from '#parts/flows/file-handoff.ts'
import { flowPath, paths } from '#ui/paths.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { allRows, clearRows } from './rows/import-rows.ts'
import { prepareReader, readFiles } from './rows/read-rows.ts'
import { acceptArrived, cancelSending, lookAgain, saveChoicesAgain, sendOnceMore, sendRows } from './rows/send-rows.ts'
import { missingSummary, importTally, tallyWords } from './rows/row-words.ts'

const isHere = (): boolean => location.pathname === paths.import

/** Shows the result. If only one flow was imported, and completely, opens it. */
function finish(go: (path: string) => void): void {
  const rows = allRows()
  const [only] = rows
  const done = rows.length === 1 && only?.state.name === 'done' && only.state.unsaved === null ? only.state : null
  if (done !== null && isHere()) {
    const missing = missingSummary(done.result)
    const name = only?.attempt?.name ?? only?.file ?? ''
    const words = done.id === '' ? createdWords(name, 'was imported') : `“${name}” was imported as a draft.`
    showToast({ message: missing === '' ? words : `${words} ${missing}.` })
    clearRows()
    go(done.id === '' ? paths.flows : flowPath(done.id))
  } else if (!isHere()) showToast({ message: `${tallyWords(importTally(rows))}. See the import page for details.` })
}

/** Preloads the file reader, since the service may be down when a file is dropped. */
const prepare = () => void prepareReader()

export type ImportSettling = 'look' | 'accept' | 'send'

interface Sending {
  send: (keys: readonly string[]) => void
  /** Cancels the requests that were not sent yet. */
  cancel: () => void
  /** After a lost answer: repeats the lookup, accepts the found flow, or sends a new one. */
  settle: (key: string, how: ImportSettling) => void
  /** Retries saving the choices for an imported flow. */
  saveAgain: (key: string) => void
}

/** Sends rows to the service, and reads files that were dropped on another page. */
export function useImport(): Sending {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(prepare, [])
  useEffect(() => {
    const files = takeHandedOffFiles()
    if (files.length > 0) void readFiles(files)
  }, [])
  const sendAll = async (keys: readonly string[]) => {
    await sendRows(keys, client)
    finish((path) => void navigate(path))
  }
  return {
    send: (keys) => void sendAll(keys),
    settle: (key, how) => {
      if (how === 'look') void lookAgain(key)
      else if (how === 'accept') void acceptArrived(key, client)
      else void sendOnceMore(key, client)
    },
    cancel: cancelSending,
    saveAgain: (key) => void saveChoicesAgain(key),
  }
}
