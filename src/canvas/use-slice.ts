import { useStoreApi } from '@xyflow/react'
import { useEffect, useState } from 'react'
import type { CanvasGraph } from './canvas-graph.ts'
import { readable } from './detail.ts'
import { restMs, watchWindow } from './watch-window.ts'

/** Nodes are mounted where they can be read; they stay a little below that, so that nothing flickers at the line. */
const mountUntil = 0.55
/** More would be more elements than a page should have; they are painted. */
const maxMounted = 150

const none: readonly number[] = []

/** Places of the nodes that are in the window. */
function inWindow({ nodes }: CanvasGraph, [x, y, zoom]: readonly number[], width: number, height: number): number[] {
  const [left, top] = [-(x ?? 0) / (zoom ?? 1), -(y ?? 0) / (zoom ?? 1)]
  const [right, bottom] = [left + width / (zoom ?? 1), top + height / (zoom ?? 1)]
  const found: number[] = []
  for (const [place, { box }] of nodes.entries()) {
    const isIn = box.x < right && box.x + box.width > left && box.y < bottom && box.y + box.height > top
    if (isIn) found.push(place)
    if (found.length > maxMounted) return []
  }
  return found
}

const same = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((place, index) => place === b[index])

/**
 * Places of the nodes that can be read in the window, once it stands still: only they are worth elements. `isOn` = false
 * leaves the question to others.
 */
export function useSlice(graph: CanvasGraph, isOn: boolean): readonly number[] {
  const store = useStoreApi()
  const [slice, setSlice] = useState(none)
  useEffect(() => {
    if (!isOn) return
    let rest: ReturnType<typeof setTimeout> | null = null
    const settle = () => {
      const { transform, width, height } = store.getState()
      setSlice((before) => {
        const isNear = transform[2] >= (before.length > 0 ? mountUntil : readable)
        const next = isNear ? inWindow(graph, transform, width, height) : none
        return same(before, next) ? before : next
      })
    }
    const wait = () => {
      if (rest !== null) clearTimeout(rest)
      rest = setTimeout(settle, restMs)
    }
    wait()
    const end = watchWindow(store, wait)
    return () => {
      end()
      if (rest !== null) clearTimeout(rest)
    }
  }, [graph, isOn, store])
  return slice
}
