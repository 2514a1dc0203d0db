import { useEffect, useState } from 'react'
import { isReference } from '#api/connection/service-kind.ts'
import { formatSize } from '#lib/formatters.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'

/** Maximum nodes: serializing a larger flow would delay the canvas. 1,500 nodes take about 70 ms. */
const maxNodes = 1_500
/** Delay in ms, so that the canvas is drawn first by the same worker. */
const afterMs = 400

/** Estimated bytes of a file: a placeholder of that length reserves the space in the header. */
const estimatedBytes = ({ all, edges }: FlowHead['counts']): number => 600 * (all + 1) + 230 * edges

/** The size of the exported file ("34 kB"), estimated until it is known; null if it is not computed. */
export function useExportSize(flow: FlowHead, data: FlowData): { words: string; isKnown: boolean } | null {
  const [size, setSize] = useState<number | null>(null)
  const { counts } = flow
  // The size of another service's file is unknown.
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
        // After an error the placeholder stays.
        () => null,
      )
    const timer = isWeighed ? setTimeout(() => void weigh(), afterMs) : undefined
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [data, isWeighed, name, description, metadata, variables, settings, updated_at])
  return isWeighed ? { words: formatSize(size ?? estimatedBytes(counts)), isKnown: size !== null } : null
}
