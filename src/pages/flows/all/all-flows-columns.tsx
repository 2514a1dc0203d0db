import { Cost } from '#parts/display/cost.tsx'
import { FlowStatusBadge, flowStatusWord } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { ProductMark } from '#parts/services/product-mark.tsx'
import { ServiceLink } from '#parts/services/service-link.tsx'
import { flowPath } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { Figure } from '#ui/table/figure.tsx'
import type { Column } from '#ui/table/table.tsx'
import { LastRun } from '#pages/flows/list/last-run.tsx'
import { AlsoAt } from './also-at.tsx'
import type { MergedFlow } from './merged-flows.ts'

const dayMs = 86_400_000

function Updated({ at }: { at: string }) {
  const isOld = useNow() - Date.parse(at) >= dayMs
  return (
    <span className="text-text-2">
      <TimeText at={at} short={isOld} />
    </span>
  )
}

/** Name, and on a phone the service and status below it. `data-stale` makes its row quieter: all-flows.css. */
function NameCell({ flow }: { flow: MergedFlow }) {
  const { id, name, service, status, staleSince } = flow
  const title = (
    <span className="name cut" dir="auto">
      {name}
    </span>
  )
  return (
    <div className="grid min-w-0" data-stale={staleSince === null ? undefined : ''}>
      {id === '' ? (
        title
      ) : (
        <ServiceLink service={service} path={flowPath(id)} className="flex min-w-0" title={name}>
          {title}
        </ServiceLink>
      )}
      <span className="cut text-xs text-text-3 sm:hidden">
        {[service.name, status && flowStatusWord(status)].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}

export const allFlowsColumns: readonly Column<MergedFlow>[] = [
  {
    id: 'product',
    head: <span className="sr-only">Product</span>,
    className: 'w-[48px]',
    cell: ({ product, service }) => <ProductMark product={product} name={service.name} />,
  },
  { id: 'name', head: 'Name', orderBy: 'name', cell: (flow) => <NameCell flow={flow} /> },
  {
    id: 'service',
    head: 'Service',
    className: 'w-[136px] max-sm:hidden',
    cell: ({ service }) => (
      <span className="cut text-text-2" title={service.name}>
        <bdi>{service.name}</bdi>
      </span>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    orderBy: 'status',
    className: 'w-[104px] max-sm:hidden',
    cell: ({ status }) => <FlowStatusBadge status={status} />,
  },
  {
    id: 'nodes',
    head: 'Nodes',
    orderBy: 'node_count',
    right: true,
    descendingFirst: true,
    className: 'w-[72px] max-lg:hidden',
    cell: ({ node_count: nodes }) => <Figure value={nodes} />,
  },
  {
    id: 'last-run',
    head: 'Last run',
    orderBy: 'last_run_at',
    descendingFirst: true,
    className: 'w-[124px]',
    cell: (flow) => <LastRun flow={flow} />,
  },
  {
    id: 'runs',
    head: 'Runs',
    orderBy: 'run_count',
    right: true,
    descendingFirst: true,
    className: 'w-[88px] max-lg:hidden',
    cell: ({ run_count: runs }) => <Figure value={runs} />,
  },
  {
    // Not sortable: amounts of several currencies have no order.
    id: 'cost',
    head: 'Cost, 30 days',
    right: true,
    className: 'w-[112px] max-sm:hidden',
    cell: ({ cost_last_30_days: amount, currency }) =>
      amount === '' ? <Absent /> : <Cost amount={amount} currency={currency} sum="short" />,
  },
  {
    id: 'also-at',
    head: 'Also at',
    className: 'w-[164px] max-lg:hidden',
    cell: (flow) => <AlsoAt flow={flow} />,
  },
  {
    id: 'updated',
    head: 'Updated',
    orderBy: 'updated_at',
    right: true,
    descendingFirst: true,
    className: 'w-[100px] max-lg:hidden',
    cell: ({ updated_at: at }) => <Updated at={at} />,
  },
]
