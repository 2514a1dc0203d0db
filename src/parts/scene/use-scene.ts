import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signal } from '#lib/signal.ts'
import { layoutOptionsOf, type Placement } from '#canvas/model/placement.ts'
import { readFonts } from '#canvas/pen/fonts.ts'
import type { HitAreas, Scene, SceneData } from '#canvas/scene/scene.ts'
import type { FlowData } from '#flow-data/flow-data.ts'

interface DrawnScene {
  scene: Scene
  placement: Placement
}

interface LayoutWatcher {
  signal: AbortSignal
  onShare: (progress: number) => void
}

async function loadSceneData(data: FlowData, placement: Placement, watcher: LayoutWatcher): Promise<SceneData> {
  const answer = await data.scene(placement)
  if (answer.is === 'scene') return answer.scene
  watcher.onShare(0)
  const { layOut } = await import('#flow-data/worker/lay-out.ts')
  const layout = await layOut({ graph: answer.graph, options: layoutOptionsOf(placement) }, watcher)
  const after = await data.ask('laid scene', { placement, positions: layout })
  if (after.is !== 'scene') throw new Error('The flow must be laid out again.')
  return after.scene
}

async function loadScene(data: FlowData, placement: Placement, watcher: LayoutWatcher): Promise<DrawnScene> {
  const scene: Scene = {
    ...(await loadSceneData(data, placement, watcher)),
    cards: (places) => data.ask('cards', { placement, nodeIndexes: places }),
    branchLabels: (edges) => data.ask('branch words', { placement, edges }),
    view: (question) => data.ask('view', { ...question, placement, fonts: readFonts() }),
    paint: () => data.paint(placement),
    hitAreas: signal<HitAreas>(new Map()),
  }
  return { scene, placement }
}

export interface SceneView {
  /** The visible scene; the previous one while another is prepared. Null if there is none. */
  scene: Scene | null
  /** Placement of the visible scene. */
  shownPlacement: Placement | null
  /** Why the scene could not be prepared. */
  problem: Error | null
  /** Progress of a long layout, 0 to 1; null if none is running. */
  progress: number | null
  /** A long layout was cancelled, and there is no scene to show instead. */
  isCancelled: boolean
  /** Cancels a long layout; the previous scene, if there is one, stays visible. */
  cancel: () => void
  /** Starts the cancelled layout again. */
  restart: () => void
}

/**
 * The scene of a flow. Requesting another placement cancels a long layout; so `cancel` calls `onPlacement` with the
 * placement of the visible scene.
 */
export function useScene(
  data: FlowData,
  placement: Placement,
  onPlacement: ((placement: Placement) => void) | null,
): SceneView {
  const sceneKey = `${data.key} ${placement}`
  const [work, setWork] = useState<{ sceneKey: string; progress: number | null }>({ sceneKey, progress: null })
  const [cancelledKey, setCancelledKey] = useState<string | null>(null)
  const isCancelled = cancelledKey === sceneKey
  const queryKey = ['flow data', data.key, 'scene', placement]
  const client = useQueryClient()
  const { data: drawn, error } = useQuery({
    queryKey,
    queryFn: async (query) => {
      try {
        return await loadScene(data, placement, {
          signal: query.signal,
          onShare: (progress) => setWork({ sceneKey, progress }),
        })
      } finally {
        setWork((now) => (now.sceneKey === sceneKey ? { sceneKey, progress: null } : now))
      }
    },
    enabled: !isCancelled,
    staleTime: Infinity,
    // Not cached, since scenes are large and can be created quickly.
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
    placeholderData: keepPreviousData,
  })
  return {
    scene: isCancelled ? null : (drawn?.scene ?? null),
    shownPlacement: drawn?.placement ?? null,
    problem: error,
    progress: !isCancelled && work.sceneKey === sceneKey ? work.progress : null,
    isCancelled,
    cancel: () => {
      if (drawn !== undefined && drawn.placement !== placement && onPlacement !== null) {
        onPlacement(drawn.placement)
        return
      }
      setCancelledKey(sceneKey)
      void client.cancelQueries({ queryKey })
    },
    restart: () => setCancelledKey(null),
  }
}
