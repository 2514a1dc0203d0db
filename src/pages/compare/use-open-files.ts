import { useEffect, useRef, useState } from 'react'
import { pickFiles } from '#ui/files/pick-files.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import type { CompareView } from '#parts/compare/compare-view.ts'

type SideKey = 'before' | 'after'

/** Extensions for the file dialog; any chosen file is read by its content. */
const accepted = '.json,.yaml,.yml,.zip,application/json'

const loadReader = () => import('./open-file.ts')

/** Preloads the file reader, since files can be compared without the service. */
export async function preloadFileReader(): Promise<void> {
  const [{ preloadReader }] = await Promise.all([import('#files/read-files.ts'), loadReader()])
  preloadReader()
}

const otherSide = { before: 'after', after: 'before' } as const

/** Opens chosen or dropped files as one side, or two files as both. */
export function useOpenFiles(view: CompareView, onView: (change: Partial<CompareView>) => void) {
  const [reading, setReading] = useState(0)
  const [refusal, setRefused] = useState<string | null>(null)
  /** The current read of each side, which can be aborted separately. */
  const abortControllers = useRef<Partial<Record<SideKey, AbortController>>>({})
  useEffect(() => () => Object.values(abortControllers.current).forEach((work) => work.abort()), [])

  const open = async (file: File, which: SideKey) => {
    abortControllers.current[which]?.abort()
    const work = new AbortController()
    abortControllers.current[which] = work
    const { openFile } = await loadReader()
    const opened = await openFile(file, { signal: work.signal })
    if (work.signal.aborted) return
    if ('refused' in opened) return setRefused(opened.refused)
    const [key] = opened
    if (key !== undefined) onView({ [which]: { is: 'file', key }, at: null })
    if (opened.length > 1)
      showToast({
        message: `${file.name} contains ${opened.length} flows. The first is compared; the others are in the list.`,
      })
  }
  /** A crash of the worker is returned as a refusal; aborted reads reject. */
  const begin = (files: readonly File[], first: SideKey) => {
    setRefused(null)
    for (const [place, file] of files.slice(0, 2).entries()) {
      setReading((count) => count + 1)
      void open(file, place === 0 ? first : otherSide[first])
        .catch((problem: unknown) => {
          if (problem instanceof DOMException && problem.name === 'AbortError') return
          setRefused(problem instanceof Error ? problem.message : String(problem))
        })
        .finally(() => setReading((count) => count - 1))
    }
  }
  return {
    isReading: reading > 0,
    /** Why the last file cannot be compared. */
    refused: refusal,
    choose: (which: SideKey) =>
      void pickFiles(accepted).then((files) => (files.length > 0 ? begin(files, which) : null)),
    drop: (files: readonly File[]) => begin(files, view.before === null || files.length > 1 ? 'before' : 'after'),
  }
}
