import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allConnections, type Connection } from '#api/connection/connection.ts'
import { ApiError } from '#api/errors.ts'
import { serviceKey } from '#api/services/service-request.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { ProductMark } from '#parts/services/product-mark.tsx'
import { isOfPage } from '#parts/services/service-address.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { openAt, readSendTarget, type SendTarget } from './send-flow.ts'

/** What the review at the other service will be about. */
function TargetWords({ target, error }: { target: SendTarget | undefined; error: Error | null }) {
  if (error !== null)
    return (
      <span className="text-bad">{error instanceof ApiError ? error.message : 'The service does not respond.'}</span>
    )
  if (target === undefined) return <>Looking for a flow of this name…</>
  if (target.is === 'create') return <>No flow of this name: it becomes a new one.</>
  if (target.is === 'several') return <>{target.count} flows of this name: it becomes another one.</>
  return (
    <>
      Updates the flow of this name, changed <TimeText at={target.flow.updated_at} />.
    </>
  )
}

/** One of the other services, and what would happen there. */
function ServiceRow({ service, flow }: { service: Connection; flow: Pick<FlowSummary, 'id' | 'name'> }) {
  const target = useQuery({
    queryKey: [...serviceKey(service), 'send target', flow.name],
    queryFn: ({ signal }) => readSendTarget(service, flow.name, signal),
    retry: false,
    staleTime: 0,
  })
  const opening = useMutation({ mutationFn: (found: SendTarget) => openAt(service, found, flow) })
  const { data } = target
  return (
    <li className="border-b border-line py-2.5 last:border-0">
      <div className="flex items-center gap-3">
        <ProductMark product={service.product ?? ''} name={service.name} />
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">
            <bdi>{service.name}</bdi>
          </p>
          <p className="text-xs text-text-2">
            <TargetWords target={data} error={target.error} />
          </p>
        </div>
        {target.error === null ? (
          <Button
            aria-label={`Review at ${service.name}`}
            reason={data === undefined ? 'The service has not responded yet.' : null}
            busy={opening.isPending}
            onClick={() => data !== undefined && opening.mutate(data)}
          >
            Review there
          </Button>
        ) : (
          <Button busy={target.isFetching} onClick={() => void target.refetch()}>
            Try again
          </Button>
        )}
      </div>
      {opening.error instanceof ApiError ? (
        <ActionError title="The flow was not exported" error={opening.error} />
      ) : (
        opening.error !== null && (
          <Note tone="bad" title="The flow cannot be sent">
            <p role="alert">{opening.error.message}</p>
          </Note>
        )
      )}
    </li>
  )
}

/** Chooses the service to which a flow is sent. The review there says what changes. */
export function SendDialog({ flow, onClose }: { flow: Pick<FlowSummary, 'id' | 'name'>; onClose: () => void }) {
  const [services] = useState(() => allConnections().filter((service) => !isOfPage(service)))
  return (
    <Dialog title="Send to another service" onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      <p className="text-text-2">
        The other service opens with this flow for review. Nothing changes there before you confirm it. Secrets are not
        sent.
      </p>
      <ul aria-label="Services">
        {services.map((service) => (
          <ServiceRow key={service.id} service={service} flow={flow} />
        ))}
      </ul>
    </Dialog>
  )
}
