import { X } from 'lucide-react'
import { useMemo } from 'react'
import type { FlowDetail } from '#contract/flow.ts'
import { countsOf } from '#flow/counts.ts'
import { outlineOf } from '#flow/outline.ts'
import { count } from '#lib/count.ts'
import { IconButton } from '#ui/button.tsx'
import { FindField } from './find-field.tsx'
import { FindResult } from './find-result.tsx'
import './outline.css'
import { OutlineTree } from './outline-tree.tsx'
import type { Find } from './use-find.ts'
import type { FocusWish } from './use-outline-column.ts'

export interface OutlineColumnProps {
  flow: FlowDetail
  find: Find
  /** The node on which canvas, outline and find stand. */
  chosen: string | null
  /** What takes the focus. */
  wish: FocusWish | null
  onOpen: (id: string) => void
  /** Stands on what was found, with the text by which it was found. */
  onWalk: (id: string, text: string) => void
  /** Back to the canvas. */
  onLeave: () => void
  onClose: () => void
}

/** Beside the canvas: the flow as a tree, and what is looked for in it. */
export function OutlineColumn({ flow, find, chosen, wish, onOpen, onWalk, onLeave, onClose }: OutlineColumnProps) {
  const outline = useMemo(() => outlineOf(flow.nodes, flow.edges), [flow.nodes, flow.edges])
  const { nodes, edges } = useMemo(() => countsOf(flow), [flow])
  const placeIn = (found: readonly number[] | null) =>
    found?.findIndex((index) => flow.nodes[index]?.id === chosen) ?? -1
  const step = (by: 1 | -1, text: string) => {
    const found = find.foundBy(text)
    if (found === null || found.length === 0) {
      find.ask(text)
      return
    }
    const at = placeIn(found)
    const next = at === -1 ? (by === 1 ? 0 : found.length - 1) : (at + by + found.length) % found.length
    const id = flow.nodes[found[next] ?? -1]?.id
    if (id !== undefined) onWalk(id, text)
  }
  return (
    <section className="outline-column" aria-label="Outline">
      <div className="px-3 pt-2.5 pb-2">
        <FindField
          search={find.search}
          value={find.text}
          wish={wish?.on === 'find' ? wish.times : 0}
          onAsk={find.ask}
          onStep={step}
          onLeave={onLeave}
        />
      </div>
      <FindResult find={find} at={placeIn(find.found)} onStep={(by) => step(by, find.text)} />
      <div className="flex items-center gap-2 pb-1 pl-3.5 pr-2 text-xs">
        <h2 className="font-semibold text-text-2">Outline</h2>
        <span className="cut ml-auto text-text-3">
          {count(nodes, 'node')} · {count(edges, 'edge')}
        </span>
        <IconButton label="Close the outline" icon={<X />} onClick={onClose} />
      </div>
      <OutlineTree
        flow={flow}
        outline={outline}
        chosen={chosen}
        found={find.ids}
        takesFocus={wish?.on === 'tree'}
        onOpen={onOpen}
        onLeave={onLeave}
      />
    </section>
  )
}
