import { Image } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { FlowDetail } from '#contract/flow.ts'
import { IconButton } from '#ui/button.tsx'
import { useLoadLater } from '#ui/load-later.ts'
import { LayRun } from './lay-run.tsx'
import { useCanvasView } from './use-canvas-view.ts'

const loadPictures = async () => ({ default: (await import('./picture-dialog.tsx')).PictureDialog })
const PictureDialog = lazy(loadPictures)

/** Ids of a node and of those that an edge joins to it. */
function joinedTo({ edges }: FlowDetail, id: string): string[] {
  const ids = new Set([id])
  for (const { source, target } of edges) {
    if (source === id) ids.add(target)
    if (target === id) ids.add(source)
  }
  return [...ids]
}

/** What can be done with the canvas; at the end of the tabs. */
export function CanvasTools({ flow }: { flow: FlowDetail }) {
  const [isOpen, setOpen] = useState(false)
  const { node, placement } = useCanvasView(flow)
  useLoadLater(loadPictures)
  if (flow.nodes.length === 0) return null
  return (
    <>
      <LayRun flow={flow} />
      <IconButton label="Save a picture" icon={<Image />} onClick={() => setOpen(true)} />
      <Suspense>
        {isOpen && (
          <PictureDialog
            flow={flow}
            placement={placement}
            chosen={node === null ? [] : joinedTo(flow, node.id)}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
