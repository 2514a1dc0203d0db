import { CircleX, LoaderCircle } from 'lucide-react'
import { itemWords, type FlowWrite } from '#pages/flows/bulk/flow-writes.ts'

/** Status after the name of a flow: a pending or failed write. The panel beside the list shows the reason. */
export function RowWriteStatus({ write }: { write: FlowWrite | undefined }) {
  if (write === undefined) return null
  const words = itemWords(write.work.kind, write.item.state)
  if (write.item.state.name !== 'failed')
    return (
      <span className="status live flex-none text-xs" role="status">
        <LoaderCircle />
        {words}
      </span>
    )
  return (
    <span className="status bad flex-none text-xs">
      <CircleX />
      {words}
    </span>
  )
}
