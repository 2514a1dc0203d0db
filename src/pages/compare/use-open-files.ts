import { useEffect, useRef, useState } from 'react'
import type { SideName } from '#src/paths.ts'
import { pickFiles } from '#ui/pick-files.ts'
import { showToast } from '#ui/toast.tsx'
import type { CompareView } from './compare-view.ts'

type Which = 'before' | 'after'

/** What a browser offers first; whatever is chosen is read by what is in it. */
const accepted = '.json,.yaml,.yml,.zip,application/json'

const loadReader = () => import('./open-file.ts')

/** Files are compared without the service, so what reads them is there before it goes. */
export async function prepareFiles(): Promise<void> {
  const [{ prepareReading }] = await Promise.all([import('#files/read-files.ts'), loadReader()])
  prepareReading()
}

/** Opens files that are chosen or dropped as one side, or, of two, as both. */
export function useOpenFiles(view: CompareView, onView: (change: Partial<CompareView>) => void) {
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const open = async (files: readonly File[], first: Which) => {
    running.current?.abort()
    const work = new AbortController()
    running.current = work
    setReading(true)
    setRefused(null)
    const { openFile } = await loadReader()
    const names: SideName[] = []
    for (const file of files.slice(0, 2)) {
      const opened = await openFile(file, { signal: work.signal })
      if (work.signal.aborted) return
      if ('refused' in opened) {
        setRefused(opened.refused)
        continue
      }
      const [own] = opened
      if (own !== undefined) names.push({ is: 'file', key: own })
      if (opened.length > 1)
        showToast({
          message: `${file.name} holds ${opened.length} flows. The first is compared; the list has the others.`,
        })
    }
    setReading(false)
    const [one, other] = names
    if (one === undefined) return
    const left: Which = first === 'before' ? 'after' : 'before'
    onView(other === undefined ? { [first]: one, at: null } : { [first]: one, [left]: other, at: null })
  }
  /** A worker that breaks says so by its answer; only what was ended rejects. */
  const begin = (files: readonly File[], first: Which) =>
    void open(files, first).catch((problem: unknown) => {
      if (problem instanceof DOMException && problem.name === 'AbortError') return
      setReading(false)
      setRefused(problem instanceof Error ? problem.message : String(problem))
    })
  return {
    isReading,
    /** Why the last file is none that could be compared. */
    refused,
    choose: (which: Which) => void pickFiles(accepted).then((files) => (files.length > 0 ? begin(files, which) : null)),
    drop: (files: readonly File[]) => begin(files, view.before === null || files.length > 1 ? 'before' : 'after'),
  }
}
