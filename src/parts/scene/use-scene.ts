import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mannerOf, type Placement } from '#canvas/model/placement.ts'
import type { Scene, SceneData } from '#canvas/scene/scene.ts'
import type { FlowData } from '#flow-data/flow-data.ts'

interface Drawn {
  scene: Scene
  placement: Placement
}

interface Watch {
  signal: AbortSignal
  onShare: (share: number) => void
}

async function dataOf(data: FlowData, placement: Placement, watch: Watch): Promise<SceneData> {
  const answer = await data.scene(placement)
  if (answer.is === 'scene') return answer.scene
  watch.onShare(0)
  const { layOut } = await import('#flow-data/worker/lay-out.ts')
  const laid = await layOut({ graph: answer.graph, manner: mannerOf(placement) }, watch)
  const after = await data.ask('laid scene', { placement, laid })
  if (after.is !== 'scene') throw new Error('The flow must be laid out again.')
  return after.scene
}

async function drawnOf(data: FlowData, placement: Placement, watch: Watch): Promise<Drawn> {
  const scene: Scene = {
    ...(await dataOf(data, placement, watch)),
    cards: (places) => data.ask('cards', { placement, places }),
    branchWords: (edges) => data.ask('branch words', { placement, edges }),
    paint: () => data.paint(placement),
  }
  return { scene, placement }
}

export interface SceneView {
  /** What is seen: while another one is made ready, the one before; null where there is none. */
  scene: Scene | null
  /** How its nodes are placed. */
  shown: Placement | null
  /** Why there is none. */
  problem: Error | null
  /** The part of a long layout that is done, 0 to 1; null while there is none. */
  share: number | null
  /** A long layout was ended, and there is nothing to show in its place. */
  isStopped: boolean
  /** Ends a long layout; what was shown before stays. */
  cancel: () => void
  /** Begins it again. */
  again: () => void
}

/**
 * A flow as the canvas draws it. A long layout ends when another placement is asked for: `onPlacement` asks for the one that
 * is shown.
 */
export function useScene(
  data: FlowData,
  placement: Placement,
  onPlacement: ((placement: Placement) => void) | null,
): SceneView {
  const of = `${data.key} ${placement}`
  const [work, setWork] = useState<{ of: string; share: number | null }>({ of, share: null })
  const [stopped, setStopped] = useState<string | null>(null)
  const isStopped = stopped === of
  const queryKey = ['flow data', data.key, 'scene', placement]
  const client = useQueryClient()
  const { data: drawn, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await drawnOf(data, placement, { signal, onShare: (share) => setWork({ of, share }) })
      } finally {
        setWork((now) => (now.of === of ? { of, share: null } : now))
      }
    },
    enabled: !isStopped,
    staleTime: Infinity,
    // It is large, and made again in a moment.
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
    placeholderData: keepPreviousData,
  })
  return {
    scene: isStopped ? null : (drawn?.scene ?? null),
    shown: drawn?.placement ?? null,
    problem: error,
    share: !isStopped && work.of === of ? work.share : null,
    isStopped,
    cancel: () => {
      if (drawn !== undefined && drawn.placement !== placement && onPlacement !== null) {
        onPlacement(drawn.placement)
        return
      }
      setStopped(of)
      void client.cancelQueries({ queryKey })
    },
    again: () => setStopped(null),
  }
}
