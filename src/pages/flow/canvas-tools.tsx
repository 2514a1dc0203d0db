import { Image } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import { useLoadLater } from '#ui/load-later.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/flow-head.ts'
import { useCanvasView } from './use-canvas-view.ts'

const loadPictures = async () => ({ default: (await import('./picture-dialog.tsx')).PictureDialog })
const PictureDialog = lazy(loadPictures)

/** What can be done with the canvas; at the end of the tabs. */
export function CanvasTools({
  flow,
  data,
  children,
}: {
  flow: Pick<FlowHead, 'name' | 'counts' | 'hasPositions'>
  data: FlowData
  /** What comes before the picture. */
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const { node, placing } = useCanvasView(flow, data)
  useLoadLater(loadPictures)
  if (flow.counts.all === 0) return null
  return (
    <>
      {children}
      <IconButton label="Save a picture" icon={<Image />} onClick={() => setOpen(true)} />
      <Suspense>
        {isOpen && (
          <PictureDialog
            name={flow.name}
            data={data}
            placement={placing.placement}
            part={node === null ? null : { is: 'around', id: node }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
