import { useEffect, useState } from 'react'
import { isReference } from '#api/connection/service-kind.ts'
import { formatSize } from '#lib/format-size.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'

/** Making the file of a larger flow only to weigh it would let the canvas wait: 1,500 nodes take some 70 ms. */
const maxNodes = 1_500
/** After the picture, which comes from the same worker. */
const afterMs = 400

/** Bytes of a usual file: the size keeps its place in the header from the beginning. */
const usualBytes = ({ all, edges }: FlowHead['counts']): number => 600 * (all + 1) + 230 * edges

/** How large the exported file is, in words ("34 kB"), or words as long; null where weighing it is not worth it. */
export function useExportSize(flow: FlowHead, data: FlowData): { words: string; isKnown: boolean } | null {
  const [size, setSize] = useState<number | null>(null)
  const { counts } = flow
  // What another service writes into its file nobody here knows.
  const isWeighed = counts.all <= maxNodes && isReference() !== false
  const { name, description, metadata, variables, settings, updated_at } = flow
  useEffect(() => {
    let isOver = false
    const facts = { name, description, metadata, variables, settings, updated_at }
    const weigh = () =>
      data.ask('export size', facts).then(
        (bytes) => {
          if (!isOver) setSize(bytes)
        },
        // Without an answer the button says what it does, and no more.
        () => null,
      )
    const timer = isWeighed ? setTimeout(() => void weigh(), afterMs) : undefined
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [data, isWeighed, name, description, metadata, variables, settings, updated_at])
  return isWeighed ? { words: formatSize(size ?? usualBytes(counts)), isKnown: size !== null } : null
}
