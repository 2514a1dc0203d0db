import { useRef, useState } from 'react'
import type { ArchiveResult, FileFlow, FileResult } from '#files/file-result.ts'
import { openFileFlow } from '#files/opened-files.ts'
import { refusalPlaceWords } from '#pages/import/rows/row-words.ts'

export interface FoundFlow {
  /** File name, with its path in a ZIP. */
  file: string
  flow: FileFlow
}

export type UpdateFileState =
  | { is: 'nothing' }
  | { is: 'reading'; file: string }
  | { is: 'refused'; file: string; words: string }
  | { is: 'several'; file: string; flows: readonly FoundFlow[] }

const notLoaded = 'The file reader could not be loaded. Try again once the service responds.'
const noFlow = 'No file in the ZIP contains a flow. Choose another file.'

function flowsIn(file: string, result: Extract<FileResult | ArchiveResult, { ok: true }>): FoundFlow[] {
  const entries = 'entries' in result ? result.entries : [{ name: file, result }]
  return entries.flatMap(({ name, result: one }) => (one.ok ? one.flows.map((flow) => ({ file: name, flow })) : []))
}

/**
 * Reads the file of an update, in any format of the import, and stores its flow in this browser: a reload keeps it.
 * `onKey` gets the key under which it is stored. Of several flows, the user picks one.
 */
export function useUpdateFile(onKey: (key: string) => void) {
  const [state, setState] = useState<UpdateFileState>({ is: 'nothing' })
  const current = useRef<AbortController | null>(null)
  const open = async ({ file, flow }: FoundFlow) => {
    const key = await openFileFlow(flow, { file })
    setState({ is: 'nothing' })
    onKey(key)
  }
  const read = async (file: File) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setState({ is: 'reading', file: file.name })
    const refuse = (words: string) => setState({ is: 'refused', file: file.name, words })
    const reader = await import('#files/read-files.ts').catch(() => null)
    const result = (await reader?.readFile(file, controller).catch(() => null)) ?? null
    if (controller.signal.aborted) return
    if (result === null) return refuse(notLoaded)
    if (!result.ok) {
      const place = refusalPlaceWords(result)
      return refuse(`${place === '' ? '' : `${place}. `}${result.message}`)
    }
    const flows = flowsIn(file.name, result)
    const [first] = flows
    if (first === undefined) return refuse(noFlow)
    if (flows.length === 1) return open(first)
    return setState({ is: 'several', file: file.name, flows })
  }
  return {
    state,
    read: ([file]: readonly File[]): void => {
      if (file !== undefined) void read(file)
    },
    pick: (found: FoundFlow): void => void open(found),
  }
}
