import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ArchiveResult, FileFlow, FileProgress, FileRefusal, FileResult } from '#files/file-result.ts'
import { openFileFlow } from '#files/opened-files.ts'
import { fileFlowPath } from '#ui/paths.ts'
import { useReloadFile } from './use-file-flow.ts'

interface FoundFlow {
  file: string
  flow: FileFlow
}

export type FileOpeningState =
  | { is: 'nothing' }
  | { is: 'reading'; file: string; progress: FileProgress | null; controller: AbortController }
  /** `readable` = the flows before the place where the file is broken. */
  | { is: 'refused'; file: string; words: string; readable: readonly FoundFlow[] }
  /** Several flows; `refused` = number of files in the ZIP that contain no flow. */
  | { is: 'several'; file: string; flows: readonly FoundFlow[]; refusedCount: number }

const positionWords = ({ line, column }: FileRefusal): string =>
  line === undefined ? '' : column === undefined ? `Line ${line}: ` : `Line ${line}, column ${column}: `

/** The file reader; null if it cannot be loaded. */
const loadReader = () => import('#files/read-files.ts').catch(() => null)

/** All flows of a file, or of the files in a ZIP. */
function flowsInFile(file: string, result: FileResult | ArchiveResult): { flows: FoundFlow[]; refusedCount: number } {
  const entries = 'entries' in result ? result.entries : [{ name: file, result }]
  const flows = entries.flatMap(({ name, result: one }) =>
    one.ok ? one.flows.map((flow) => ({ file: name, flow })) : [],
  )
  return { flows, refusedCount: entries.filter((entry) => !entry.result.ok).length }
}

const notLoaded = 'The file reader could not be loaded. Try again once the service responds.'
const noFlowInZip = 'No file in the ZIP contains a flow. Choose another file.'

/**
 * Reads a file and opens the flow in it; if there are several, the user chooses one. `requestedKey` = the key to store
 * it under, if given.
 */
export function useFileOpening(requestedKey: string | undefined) {
  const [state, setState] = useState<FileOpeningState>({ is: 'nothing' })
  const navigate = useNavigate()
  const reloadFile = useReloadFile()
  const show = async ({ file, flow }: FoundFlow) => {
    const key = await openFileFlow(flow, { file, key: requestedKey })
    reloadFile(key)
    // The query is kept, so that a bookmark opens the same node again.
    void navigate({ pathname: fileFlowPath(key), search: location.search }, { replace: true })
  }
  const cancel = () => {
    if (state.is === 'reading') state.controller.abort()
    setState({ is: 'nothing' })
  }
  const read = async (file: File) => {
    cancel()
    const controller = new AbortController()
    const { name } = file
    setState({ is: 'reading', file: name, progress: null, controller })
    const onProgress = (progress: FileProgress) => setState({ is: 'reading', file: name, progress, controller })
    const reader = await loadReader()
    const result =
      reader === null
        ? null
        : await reader.readFile(file, { onProgress, signal: controller.signal }).catch((problem: unknown) => {
            if (!controller.signal.aborted) throw problem
          })
    if (controller.signal.aborted || result === undefined) return
    if (result === null) return setState({ is: 'refused', file: name, words: notLoaded, readable: [] })
    if (!result.ok) {
      const readable = (result.readable ?? []).map((flow) => ({ file: name, flow }))
      return setState({ is: 'refused', file: name, words: positionWords(result) + result.message, readable })
    }
    const { flows, refusedCount } = flowsInFile(name, result)
    const [first] = flows
    if (first === undefined) return setState({ is: 'refused', file: name, words: noFlowInZip, readable: [] })
    if (flows.length === 1) return show(first)
    return setState({ is: 'several', file: name, flows, refusedCount })
  }
  const pick = (at: number) => {
    const found = state.is === 'several' ? state.flows[at] : state.is === 'refused' ? state.readable[at] : undefined
    if (found !== undefined) void show(found)
  }
  return { state, read: (file: File) => void read(file), cancel, pick }
}
