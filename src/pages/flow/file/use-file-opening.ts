import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ArchiveResult, FileFlow, FileProgress, FileRefusal, FileResult } from '#files/file-result.ts'
import { openFileFlow } from '#files/opened-files.ts'
import { fileFlowPath } from '#ui/paths.ts'
import { useOpenAgain } from './use-file-flow.ts'

interface Found {
  file: string
  flow: FileFlow
}

export type FileOpeningState =
  | { is: 'nothing' }
  | { is: 'reading'; file: string; progress: FileProgress | null; stop: AbortController }
  /** `readable` = the flows before the place where the file is broken. */
  | { is: 'refused'; file: string; words: string; readable: readonly Found[] }
  /** Several flows; `refused` = number of files in the ZIP that contain no flow. */
  | { is: 'several'; file: string; flows: readonly Found[]; refused: number }

const placeOf = ({ line, column }: FileRefusal): string =>
  line === undefined ? '' : column === undefined ? `Line ${line}: ` : `Line ${line}, column ${column}: `

/** The file reader; null if it cannot be loaded. */
const loadReader = () => import('#files/read-files.ts').catch(() => null)

/** All flows of a file, or of the files in a ZIP. */
function foundIn(file: string, result: FileResult | ArchiveResult): { flows: Found[]; refused: number } {
  const entries = 'entries' in result ? result.entries : [{ name: file, result }]
  const flows = entries.flatMap(({ name, result: one }) =>
    one.ok ? one.flows.map((flow) => ({ file: name, flow })) : [],
  )
  return { flows, refused: entries.filter((entry) => !entry.result.ok).length }
}

const notLoaded = 'The file reader could not be loaded. Try again once the service responds.'

/**
 * Reads a file and opens the flow in it; if there are several, the user chooses one. `slot` = the key to store it
 * under, if given.
 */
export function useFileOpening(slot: string | undefined) {
  const [state, setState] = useState<FileOpeningState>({ is: 'nothing' })
  const navigate = useNavigate()
  const openAgain = useOpenAgain()
  const show = async ({ file, flow }: Found) => {
    const key = await openFileFlow(flow, { file, key: slot })
    openAgain(key)
    // The query is kept, so that a bookmark opens the same node again.
    void navigate({ pathname: fileFlowPath(key), search: location.search }, { replace: true })
  }
  const cancel = () => {
    if (state.is === 'reading') state.stop.abort()
    setState({ is: 'nothing' })
  }
  const read = async (file: File) => {
    cancel()
    const stop = new AbortController()
    const { name } = file
    setState({ is: 'reading', file: name, progress: null, stop })
    const onProgress = (progress: FileProgress) => setState({ is: 'reading', file: name, progress, stop })
    const reader = await loadReader()
    const result =
      reader === null
        ? null
        : await reader.readFile(file, { onProgress, signal: stop.signal }).catch((problem: unknown) => {
            if (!stop.signal.aborted) throw problem
          })
    if (stop.signal.aborted || result === undefined) return
    if (result === null) return setState({ is: 'refused', file: name, words: notLoaded, readable: [] })
    if (!result.ok) {
      const readable = (result.readable ?? []).map((flow) => ({ file: name, flow }))
      return setState({ is: 'refused', file: name, words: placeOf(result) + result.message, readable })
    }
    const { flows, refused } = foundIn(name, result)
    const [first] = flows
    if (first === undefined)
      return setState({ is: 'refused', file: name, words: 'No file in the ZIP contains a flow.', readable: [] })
    if (flows.length === 1) return show(first)
    return setState({ is: 'several', file: name, flows, refused })
  }
  const pick = (at: number) => {
    const found = state.is === 'several' ? state.flows[at] : state.is === 'refused' ? state.readable[at] : undefined
    if (found !== undefined) void show(found)
  }
  return { state, read: (file: File) => void read(file), cancel, pick }
}
