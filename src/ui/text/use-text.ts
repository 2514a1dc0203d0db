import { useCallback, useEffect, useRef, useState } from 'react'
import { startWorker } from '#lib/start-worker.ts'
import type { TextMatch } from './text-lines.ts'
import type { TextAnswer, TextForm, TextRequest } from './text-messages.ts'
// oxlint-disable-next-line import/default -- Vite creates the default export, the URL of the worker's bundle
import workerUrl from './text-worker.ts?worker&url'

/** Lines per block. */
const blockSize = 256
/** Maximum cached blocks; others are requested again. */
const maxBlocks = 64

export interface LongText {
  /** Null until it is open. */
  count: number | null
  /** Characters of the longest displayed line. */
  longest: number
  /** The worker did not start, or failed. */
  failed: boolean
  /** A line; null if it is not loaded. */
  lineAt: (line: number) => string | null
  /** Requests the lines `from` up to, not including, `to`, unless they are loaded. */
  load: (from: number, to: number) => void
  /** The last matches, with the search text. */
  searchResult: { searchText: string; matches: TextMatch } | null
}

type Blocks = ReadonlyMap<number, readonly string[]>

function withBlock(blocks: Blocks, block: number, lines: readonly string[]): Blocks {
  const next = new Map(blocks).set(block, lines)
  for (const old of next.keys()) {
    if (next.size <= maxBlocks) break
    next.delete(old)
  }
  return next
}

/** A long text, held by a worker, with the matches of `searchText`. */
export function useText(blob: Blob, searchText: string, form: TextForm = 'as it is'): LongText {
  const [size, setSize] = useState<{ count: number; longest: number } | null>(null)
  const [failed, setFailed] = useState(false)
  const [blocks, setBlocks] = useState<Blocks>(new Map())
  const [searchResult, setSearchResult] = useState<LongText['searchResult']>(null)
  const worker = useRef<Worker | null>(null)
  const requestedBlocks = useRef(new Set<number>())
  const send = useCallback((request: TextRequest) => worker.current?.postMessage(request), [])
  useEffect(() => {
    const newWorker = startWorker(workerUrl)
    if (newWorker === null) return queueMicrotask(() => setFailed(true))
    const waiting = requestedBlocks.current
    newWorker.addEventListener('message', ({ data }: MessageEvent<TextAnswer>) => {
      if (data.kind === 'open') setSize(data)
      else if (data.kind === 'find') setSearchResult(data)
      else {
        waiting.delete(data.from)
        setBlocks((before) => withBlock(before, data.from / blockSize, data.lines))
      }
    })
    newWorker.addEventListener('error', () => setFailed(true))
    worker.current = newWorker
    send({ kind: 'open', blob, form })
    return () => {
      newWorker.terminate()
      worker.current = null
      waiting.clear()
      setBlocks(new Map())
      setSize(null)
    }
  }, [blob, form, send])
  const isOpen = size !== null
  useEffect(() => {
    if (isOpen) send({ kind: 'find', searchText })
  }, [isOpen, searchText, send])
  const load = useCallback(
    (from: number, to: number) => {
      for (let block = Math.floor(from / blockSize); block * blockSize < to; block += 1) {
        const start = block * blockSize
        if (blocks.has(block) || requestedBlocks.current.has(start)) continue
        requestedBlocks.current.add(start)
        send({ kind: 'lines', from: start, to: start + blockSize })
      }
    },
    [blocks, send],
  )
  const lineAt = (line: number) => blocks.get(Math.floor(line / blockSize))?.[line % blockSize] ?? null
  return { count: size?.count ?? null, longest: size?.longest ?? 0, failed, lineAt, load, searchResult }
}
