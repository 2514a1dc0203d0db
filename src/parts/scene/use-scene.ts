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
  /** The visible scene; the previous one while another is prepared. Null if there is none. */
  scene: Scene | null
  /** Placement of the visible scene. */
  shown: Placement | null
  /** Why the scene could not be prepared. */
  problem: Error | null
  /** Progress of a long layout, 0 to 1; null if none is running. */
  share: number | null
  /** A long layout was cancelled, and there is no scene to show instead. */
  isStopped: boolean
  /** Cancels a long layout; the previous scene stays visible. */
  cancel: () => void
  /** Starts the cancelled layout again. */
  again: () => void
}

/**
 * The scene of a flow. A long layout is cancelled by requesting another placement; `onPlacement` requests the
 * placement of the visible scene.
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
    // Not cached, since scenes are large and can be created quickly.
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
