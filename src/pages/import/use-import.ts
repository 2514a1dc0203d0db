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

/** Says what became of it, and opens the only flow where that arrived whole. */
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

/** At once: whoever drops a file may have no service a moment later. */
const prepare = () => void prepareReader()

export type ImportSettling = 'look' | 'accept' | 'send'

interface Sending {
  send: (keys: readonly string[]) => void
  /** What was not sent yet is not sent. */
  cancel: () => void
  /** After a lost answer: looks again, takes the flow that is there for this one, or sends it as a new one. */
  settle: (key: string, how: ImportSettling) => void
  /** Writes again what was chosen for a flow that has arrived. */
  saveAgain: (key: string) => void
}

/** Imports rows, whatever page is open meanwhile; and takes the files that were dropped on another page. */
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
