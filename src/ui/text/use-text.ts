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
  /** The worker did not start. */
  failed: boolean
  /** A line; null if it is not loaded. */
  lineAt: (line: number) => string | null
  /** Requests lines, from one up to another, unless they are loaded. */
  need: (from: number, to: number) => void
  /** The last matches, with the search text. */
  found: { wanted: string; found: TextMatch } | null
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

/** A long text, held by a worker, with the matches of `wanted`. */
export function useText(blob: Blob, wanted: string, form: TextForm = 'as it is'): LongText {
  const [size, setSize] = useState<{ count: number; longest: number } | null>(null)
  const [failed, setFailed] = useState(false)
  const [blocks, setBlocks] = useState<Blocks>(new Map())
  const [found, setFound] = useState<LongText['found']>(null)
  const worker = useRef<Worker | null>(null)
  const asked = useRef(new Set<number>())
  const send = useCallback((request: TextRequest) => worker.current?.postMessage(request), [])
  useEffect(() => {
    const made = startWorker(workerUrl)
    if (made === null) return queueMicrotask(() => setFailed(true))
    const waiting = asked.current
    made.addEventListener('message', ({ data }: MessageEvent<TextAnswer>) => {
      if (data.kind === 'open') setSize(data)
      else if (data.kind === 'find') setFound(data)
      else {
        waiting.delete(data.from)
        setBlocks((before) => withBlock(before, data.from / blockSize, data.lines))
      }
    })
    made.addEventListener('error', () => setFailed(true))
    worker.current = made
    send({ kind: 'open', blob, form })
    return () => {
      made.terminate()
      worker.current = null
      waiting.clear()
      setBlocks(new Map())
      setSize(null)
    }
  }, [blob, form, send])
  const isOpen = size !== null
  useEffect(() => {
    if (isOpen) send({ kind: 'find', wanted })
  }, [isOpen, wanted, send])
  const need = useCallback(
    (from: number, to: number) => {
      for (let block = Math.floor(from / blockSize); block * blockSize < to; block += 1) {
        const start = block * blockSize
        if (blocks.has(block) || asked.current.has(start)) continue
        asked.current.add(start)
        send({ kind: 'lines', from: start, to: start + blockSize })
      }
    },
    [blocks, send],
  )
  const lineAt = (line: number) => blocks.get(Math.floor(line / blockSize))?.[line % blockSize] ?? null
  return { count: size?.count ?? null, longest: size?.longest ?? 0, failed, lineAt, need, found }
}
