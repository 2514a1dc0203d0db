import { Info, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { takeInterruptedDeletions, type InterruptedDeletion } from '#parts/flows/pending-deletions.ts'
import { useDeleteFlow } from '#parts/flows/use-delete-flow.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'

/** Interval for checking deletions recorded by other windows. */
const checkIntervalMs = 5_000

/** Whether a flow exists; null if the service does not respond or reports another error than 404. */
const flowExists = (id: string): Promise<boolean | null> =>
  call(flowApi.read, { id }).then(
    () => true,
    (problem: unknown) => (problem instanceof ApiError && problem.status === 404 ? false : null),
  )

/**
 * Banner about flows that still exist because closing the page interrupted their deletion. It is shown once, on any
 * page.
 */
export function InterruptedDeletions() {
  const [flows, setFlows] = useState<readonly InterruptedDeletion[]>([])
  const remove = useDeleteFlow()
  useEffect(() => {
    // In an effect, since reading an entry removes it, and rendering may happen twice.
    const check = async () => {
      const more = await takeInterruptedDeletions(Date.now(), flowExists)
      if (more.length > 0) setFlows((before) => [...before, ...more])
    }
    void check()
    const timer = setInterval(() => void check(), checkIntervalMs)
    return () => clearInterval(timer)
  }, [])
  if (flows.length === 0) return null
  const retryAll = () => {
    setFlows([])
    for (const flow of flows) remove(flow)
  }
  return (
    <div className="banner quiet" role="status">
      <Info className="s" />
      <span className="min-w-0 flex-1">
        {flows.map(({ name }) => `“${name}”`).join(', ')} {flows.length === 1 ? 'was' : 'were'} not deleted because the
        page was closed too early.
      </span>
      <Button icon={<Trash2 />} onClick={retryAll}>
        {flows.length === 1 ? 'Delete' : 'Delete all'}
      </Button>
      <IconButton label="Close" icon={<X />} onClick={() => setFlows([])} />
    </div>
  )
}
