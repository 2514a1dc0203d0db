import { Image } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useCanvasView } from './use-canvas-view.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const PictureDialog = lazyPart(async () => (await import('./picture-dialog.tsx')).PictureDialog)

/** Tools of the canvas, at the end of the tabs. */
export function CanvasTools({
  flow,
  data,
  children,
}: {
  flow: Pick<FlowHead, 'name' | 'counts' | 'hasPositions'>
  data: FlowData
  /** Tools before the picture button. */
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const { node, placing } = useCanvasView(flow, data)
  if (flow.counts.all === 0) return null
  return (
    <>
      {children}
      <IconButton label="Save picture" icon={<Image />} onClick={() => setOpen(true)} />
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
