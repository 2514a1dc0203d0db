import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import { createdWords } from '#parts/flows/created-id.ts'
import { takeHandedOffFiles } from '#parts/flows/file-handoff.ts'
import { comparePath, currentSearchParams, flowPath, paths } from '#ui/paths.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { readImportView } from './import-view.ts'
import { allRows, clearRows } from './rows/import-rows.ts'
import { preloadReader, readHandedFiles } from './rows/read-rows.ts'
import {
  acceptFoundFlow,
  cancelSending,
  repeatLookup,
  retrySavingChoices,
  resendAsNew,
  sendRows,
} from './rows/send-rows.ts'
import { companionName } from './rows/source-file.ts'
import { missingSummary, importTally, tallyWords } from './rows/row-words.ts'

const isImportPage = (): boolean => location.pathname === paths.import

/** The flow's page, or its comparison with the flow that the import was started from. '' = the id is unknown. */
function pathAfter(id: string): string {
  const { compare } = readImportView(currentSearchParams())
  if (id === '') return paths.flows
  return compare === null
    ? flowPath(id)
    : comparePath({ before: { is: 'flow', key: compare }, after: { is: 'flow', key: id } })
}

/**
 * Opens the flow if the only row, with its companions, was imported completely. If the user left the page, shows the result in a toast.
 * @param how what an import has done: "as a draft", "to n8n"
 */
function finish(go: (path: string) => void, how: string): void {
  const rows = allRows()
  const sent = rows.filter((row) => companionName(row) === null)
  const [only] = sent
  const onlyDone = sent.length === 1 && only?.state.name === 'done' && only.state.saveError === null ? only.state : null
  if (onlyDone !== null && isImportPage()) {
    const missing = missingSummary(onlyDone.result)
    const name = only?.attempt?.name ?? only?.file ?? ''
    const words = onlyDone.id === '' ? createdWords(name, 'was imported') : `“${name}” was imported ${how}.`
    showToast({ message: missing === '' ? words : `${words} ${missing}.` })
    clearRows()
    go(pathAfter(onlyDone.id))
  } else if (!isImportPage())
    showToast({ message: `${tallyWords(importTally(rows))}. See the import page for details.` })
}

/** Preloads the file reader, since the service may be down when a file is dropped. */
const prepare = () => void preloadReader()

export type UnsureResolution = 'look' | 'accept' | 'send'

interface ImportSender {
  send: (keys: readonly string[]) => void
  /** Cancels the requests that were not sent yet. */
  cancel: () => void
  /** After a lost response: repeats the lookup, accepts the found flow, or sends a new one. */
  resolveUnsure: (key: string, how: UnsureResolution) => void
  /** Retries saving the choices for an imported flow. */
  retrySavingChoices: (key: string) => void
}

/** Sends rows to the service, and reads files that were dropped on another page. */
export function useImport(): ImportSender {
  const client = useQueryClient()
  const navigate = useNavigate()
  const product = useProduct()
  useEffect(prepare, [])
  useEffect(() => {
    const files = takeHandedOffFiles()
    if (files.length > 0) void readHandedFiles(files)
  }, [])
  const sendAll = async (keys: readonly string[]) => {
    await sendRows(keys, client)
    finish((path) => void navigate(path), product === null ? 'as a draft' : `to ${product.title}`)
  }
  return {
    send: (keys) => void sendAll(keys),
    resolveUnsure: (key, how) => {
      if (how === 'look') void repeatLookup(key)
      else if (how === 'accept') void acceptFoundFlow(key, client)
      else void resendAsNew(key, client)
    },
    cancel: cancelSending,
    retrySavingChoices: (key) => void retrySavingChoices(key),
  }
}
