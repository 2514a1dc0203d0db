import { useQuery } from '@tanstack/react-query'
import { CircleCheck, OctagonMinus, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { balance as balanceApi } from '#contract/billing.ts'
import { budget as budgetApi, type Budget } from '#contract/budget.ts'
import { Cost } from '#parts/display/cost.tsx'
import { LoadError } from '#parts/display/load-error.tsx'
import { Page } from '#shell/page.tsx'
import { paths, runsPath } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { Table, type Column } from '#ui/table/table.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import { budgetPeriodWords, budgetZoneWords } from './budget-draft.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const BudgetDialog = lazyPart(async () => (await import('./budget-dialogs.tsx')).BudgetDialog)
const DeleteBudgetDialog = lazyPart(async () => (await import('./budget-dialogs.tsx')).DeleteBudgetDialog)

const usedUpWords: Record<NonNullable<Budget['action']>, string> = { warn: 'warns only', pause: 'pauses flows' }

const marks = {
  ok: { word: 'Within', icon: CircleCheck, colour: 'text-ok' },
  alert: { word: 'Nearly used up', icon: TriangleAlert, colour: 'text-warn' },
  over: { word: 'Used up', icon: OctagonMinus, colour: 'text-bad' },
} as const

function Status({ state }: { state: Budget['state'] }) {
  const { word, icon: Icon, colour } = marks[state.status]
  return (
    <span className={`inline-flex items-center gap-1.5 ${colour}`}>
      <Icon className="s" />
      {word}
    </span>
  )
}

/** The runs of the current period. */
const budgetRunsPath = ({ flow, state }: Budget): string =>
  runsPath({ ...(flow === null ? {} : { flow: flow.id }), started_at__gte: state.from, started_at__lt: state.to })

const barWidth = 72

function UsageBar({ state }: { state: Budget['state'] }) {
  const fill = { ok: 'fill-chart', alert: 'fill-warn', over: 'fill-bad' }[state.status]
  return (
    <span className="inline-flex items-center gap-2">
      <svg width={barWidth} height="6" aria-hidden="true" className="max-lg:hidden">
        <rect width={barWidth} height="6" rx="2" className="fill-line" />
        <rect width={Math.min(1, state.share / 100) * barWidth} height="6" rx="2" className={fill} />
      </svg>
      {state.share.toLocaleString()}%
    </span>
  )
}

const columnsOf = (
  writeReason: string | null,
  onEdit: (one: Budget) => void,
  onRemove: (one: Budget) => void,
): readonly Column<Budget>[] => [
  {
    id: 'what',
    head: 'Budget',
    cell: (one) => (
      <span className="block py-1.5">
        <span className="flex items-center gap-1.5">
          <Link className="cut block font-medium hover:underline" dir="auto" to={budgetRunsPath(one)}>
            {one.flow?.name ?? 'All flows'}
          </Link>
          {one.sample === true && <Tag>sample</Tag>}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 lg:hidden">
          <span>
            <Cost amount={one.state.spent} currency={one.currency} sum /> of{' '}
            <Cost amount={one.amount} currency={one.currency} />
            <span className="sm:hidden"> · {one.state.share.toLocaleString()}%</span>
          </span>
          <span className="sm:hidden">
            <Status state={one.state} />
          </span>
        </span>
        <span className="block text-xs whitespace-normal text-text-3 wrap-anywhere first-letter:uppercase">
          {budgetZoneWords(one)}, {usedUpWords[one.action ?? 'warn']}; forecast{' '}
          <Cost amount={one.state.projected} currency={one.currency} sum /> ({one.state.basis})
        </span>
      </span>
    ),
  },
  {
    id: 'amount',
    head: 'Amount',
    right: true,
    className: 'w-[152px] max-lg:hidden',
    cell: ({ amount, currency, period }) => (
      <>
        <Cost amount={amount} currency={currency} /> <span className="text-text-3">{budgetPeriodWords[period]}</span>
      </>
    ),
  },
  {
    id: 'spent',
    head: 'Spent',
    right: true,
    className: 'w-[96px] max-lg:hidden',
    cell: ({ state, currency }) => <Cost amount={state.spent} currency={currency} sum />,
  },
  {
    id: 'used',
    head: 'Used',
    right: true,
    className: 'w-[76px] lg:w-[160px] max-sm:hidden',
    cell: ({ state }) => <UsageBar state={state} />,
  },
  { id: 'status', head: 'Status', className: 'w-[140px] max-sm:hidden', cell: ({ state }) => <Status state={state} /> },
  {
    id: 'actions',
    head: <span className="sr-only">Edit or delete</span>,
    right: true,
    className: 'w-[96px] max-lg:w-[120px]',
    cell: (one) => {
      const name = one.flow?.name ?? 'all flows'
      return (
        <span className="inline-flex">
          <IconButton
            label={`Edit budget for ${name}`}
            icon={<Pencil />}
            reason={writeReason}
            onClick={() => onEdit(one)}
          />
          <IconButton
            label={`Delete budget for ${name}`}
            icon={<Trash2 />}
            reason={writeReason}
            onClick={() => onRemove(one)}
          />
        </span>
      )
    },
  },
]
const rowId = ({ id }: Budget) => id

/** Budgets and their usage, in the order of the service: those with alerts first. The URL contains the edited one. */
export function BudgetsPage() {
  const list = useQuery(q(budgetApi.list, {}))
  const { data: money } = useQuery(q(balanceApi.read, {}))
  const writeReason = useWriteReason()
  const [query, setQuery] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const [removedBudget, setRemovedBudget] = useState<Budget | null>(null)
  const columns = useMemo(
    () => columnsOf(writeReason, ({ id }) => setQuery({ budget: id }), setRemovedBudget),
    [writeReason, setQuery],
  )
  const rows = list.data?.results
  const editedBudget = writeReason === null ? rows?.find(({ id }) => id === query.get('budget')) : undefined
  const createButton = (
    <Button variant="primary" icon={<Plus />} reason={writeReason} onClick={() => setCreating(true)}>
      Set budget
    </Button>
  )
  return (
    <Page
      title="Budgets"
      section="Billing"
      sectionPath={paths.billing}
      count={rows?.length}
      busy={list.isFetching && rows !== undefined}
      primary={createButton}
    >
      <BillingTabs value="budgets" />
      {rows === undefined ? (
        list.error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <LoadError what="Budgets" error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          title="No budgets yet"
          words="A budget is a limit for a day or month. It shows an alert on every page when most of it is spent, and can pause flows once the limit is reached."
          actions={[]}
        />
      ) : (
        <Table label="Budgets" columns={columns} rows={rows} rowId={rowId} />
      )}
      <Suspense>
        {(isCreating || editedBudget !== undefined) && (
          <BudgetDialog
            budget={editedBudget ?? null}
            budgets={rows ?? []}
            currency={money?.currency ?? rows?.[0]?.currency ?? 'EUR'}
            onClose={() => {
              setCreating(false)
              setQuery({}, { replace: true })
            }}
          />
        )}
        {removedBudget !== null && <DeleteBudgetDialog budget={removedBudget} onClose={() => setRemovedBudget(null)} />}
      </Suspense>
    </Page>
  )
}
