import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FlowSummary } from '#contract/flow.ts'
import { trashDays } from '#contract/flows/flow-trash.ts'
import { flowTrash } from '#contract/kernel/extensions.ts'
import type { Product } from '#contract/product.ts'
import { openRunStatuses } from '#contract/values/run-status.ts'
import { count } from '#lib/count.ts'
import { retentionDays } from '#parts/trash/trash-limits.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useExtension, useProduct } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { FlowNames } from '#pages/flows/list/flow-names.tsx'

/** Maximum flows per request: their ids are in the URL. */
const maxFlowIds = 50

/** Warning that flows to be deleted have open runs; nothing if there are none, or if their number is unknown. */
export function OpenRunsWarning({
  flows,
  className,
}: {
  flows: readonly { id: string }[]
  className?: string
}): ReactNode {
  const flow = flows.map(({ id }) => id).join(',')
  const runs = useQuery({
    ...q(runApi.list, { limit: 1, filters: { flow, status: openRunStatuses.join(',') } }),
    enabled: flows.length > 0 && flows.length <= maxFlowIds,
  })
  const open = runs.data?.count ?? 0
  return open > 0 && <span className={className}>{count(open, 'run has', 'runs have')} not ended. </span>
}

/** What is kept of deleted flows. */
function afterwardsWords(product: Product | null, hasServiceTrash: boolean): string {
  if (hasServiceTrash)
    return `Afterwards they stay in the trash for ${trashDays} days, with their versions and runs. Conversations are kept.`
  const kept =
    product === null ? 'Runs and conversations are kept; a' : `${product.title} may delete their runs, too. A`
  return `${kept} copy of each flow stays in the trash of this browser for ${retentionDays} days.`
}

/** Confirms the deletion of several flows: which ones, the consequences, and the option of an export first. */
export function DeleteDialog({
  flows,
  onDelete,
  onExport,
  onClose,
}: {
  flows: readonly FlowSummary[]
  onDelete: () => void
  /** Exports the flows, then deletes those in the file. */
  onExport: () => void
  onClose: () => void
}) {
  const product = useProduct()
  const hasTrash = useExtension(flowTrash)
  const active = flows.filter((flow) => flow.status === 'active').length
  const closeAndRun = (action: () => void) => () => {
    onClose()
    action()
  }
  return (
    <Dialog
      title={`Delete ${count(flows.length, 'flow')}?`}
      onClose={onClose}
      actions={
        <>
          <Button size="md" data-autofocus="" onClick={onClose}>
            Keep them
          </Button>
          <Button size="md" onClick={closeAndRun(onExport)}>
            Export first, then delete
          </Button>
          <Button size="md" variant="danger-solid" onClick={closeAndRun(onDelete)}>
            Delete {count(flows.length, 'flow')}
          </Button>
        </>
      }
    >
      <FlowNames flows={flows} />
      <p className="text-text-2">
        {active > 0 && `${count(active, 'of them is', 'of them are')} active and will no longer run. `}
        <OpenRunsWarning flows={flows} />
        You can undo this for 8 seconds. {afterwardsWords(product, hasTrash)}
      </p>
    </Dialog>
  )
}
