import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { q } from '#api/query/query.ts'
import { entryKinds, ledger as ledgerApi, type LedgerEntry } from '#contract/ledger.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { parseMicros } from '#lib/money/money.ts'
import { dayIn, isCalendarDay } from '#lib/time/calendar-day.ts'
import { Cost } from '#parts/display/cost.tsx'
import {
  firstPlace,
  placeAfter,
  placeBefore,
  placeInput,
  readPlace,
  writePlace,
  type ListPlace,
} from '#parts/lists/list-place.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { ExactTimeText } from '#parts/display/time.tsx'
import { useCsv } from '#parts/lists/use-csv.tsx'
import { useZone } from '#parts/display/zone.ts'
import { daysOfPeriod, presetOfDays } from '#parts/period/period.ts'
import { PeriodControl } from '#parts/period/period-control.tsx'
import { Page } from '#shell/page.tsx'
import { paths, runPath } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { Select } from '#ui/controls/select-field.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Table, type Column } from '#ui/table/table.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import { ledgerEntryWords } from './money-words.ts'
import './ledger.css'

/** Digits beyond the cent, since ledger entries are exact. */
const costRoom = 4

interface LedgerView {
  kind: string
  /** First and last day; '' = no limit. */
  from: string
  to: string
  run: string
  place: ListPlace
}

type Days = Pick<LedgerView, 'from' | 'to'>

const dayOf = (text: string | null): string => (text !== null && isCalendarDay(text) ? text : '')

function readLedgerView(query: URLSearchParams): LedgerView {
  return {
    kind: entryKinds.find((kind) => kind === query.get('kind')) ?? '',
    from: dayOf(query.get('since')),
    to: dayOf(query.get('until')),
    run: query.get('run') ?? '',
    place: readPlace(query),
  }
}

function writeLedgerView({ kind, from, to, run, place }: LedgerView): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, text] of Object.entries({ kind, since: from, until: to, run }))
    if (text !== '') query.set(name, text)
  writePlace(query, place)
  return query
}

const inputOf = ({ kind, from, to, run }: LedgerView, zone: string) => ({
  tz: zone,
  filters: { kind, run, at__gte: from, at__lte: to },
})

const kinds = [
  { value: '', label: 'All kinds' },
  ...entryKinds.map((kind) => ({ value: kind, label: ledgerEntryWords[kind] })),
]

/** What was booked; on phones with its kind and time, which have no columns there. */
function EntryTitle({ entry: { kind, run, note, at } }: { entry: LedgerEntry }) {
  const words = ledgerEntryWords[kind]
  return (
    <span className="block max-lg:py-1.5">
      {run === null ? (
        <span className="name cut block">{note ?? words}</span>
      ) : (
        <Link className="name cut block max-lg:line-clamp-2 max-lg:whitespace-normal" dir="auto" to={runPath(run.id)}>
          {run.flow?.name ?? 'Deleted run'}
        </Link>
      )}
      <span className="block text-xs text-text-2 sm:hidden">
        {words} · <ExactTimeText at={at} />
      </span>
    </span>
  )
}

const columns: readonly Column<LedgerEntry>[] = [
  { id: 'what', head: 'Description', cell: (entry) => <EntryTitle entry={entry} /> },
  {
    id: 'kind',
    head: 'Kind',
    className: 'w-[104px] max-lg:w-[84px] max-sm:hidden',
    cell: ({ kind }) => ledgerEntryWords[kind],
  },
  {
    id: 'amount',
    head: 'Amount',
    right: true,
    className: 'w-[128px] max-sm:pr-4!',
    cell: ({ amount, currency }) => (
      <>
        {(parseMicros(amount) ?? 0n) > 0n && '+'}
        <Cost amount={amount} currency={currency} reservedDigits={costRoom} />
      </>
    ),
  },
  {
    id: 'balance',
    head: 'Balance after',
    right: true,
    className: 'w-[144px] max-sm:hidden',
    cell: ({ balance_after: balance, currency }) =>
      balance === null ? <Absent /> : <Cost amount={balance} currency={currency} reservedDigits={costRoom} />,
  },
  {
    id: 'at',
    head: 'Booked',
    right: true,
    className: 'w-[144px] max-sm:hidden',
    cell: ({ at }) => <ExactTimeText at={at} />,
  },
]
const rowId = ({ id }: LedgerEntry) => id

/** The period of the filter, as in the overview. The URL contains its days, without an end if it lasts until today. */
function LedgerPeriod({ from, to, onDays }: Days & { onDays: (days: Days) => void }) {
  const now = useNow()
  const zone = useZone()
  const today = dayIn(now, zone)
  const days = { first: from, last: to === '' ? today : to }
  const isAnyTime = from === '' && to === ''
  return (
    <PeriodControl
      period={isAnyTime ? 'any' : from === '' ? null : (presetOfDays(days, now, zone) ?? days)}
      range={from === '' ? daysOfPeriod('30d', now, zone) : days}
      hasAnyTime
      onPeriod={(period) => {
        if (period === 'any') return onDays({ from: '', to: '' })
        const { first, last } = daysOfPeriod(period, now, zone)
        return onDays({ from: first, to: last < today ? last : '' })
      }}
    />
  )
}

/** All ledger entries, newest first. The URL contains the filters. */
export function LedgerPage() {
  const [query, setQuery] = useSearchParams()
  const zone = useZone()
  const view = readLedgerView(query)
  const input = inputOf(view, zone)
  const list = useQuery(q(ledgerApi.entries, { ...input, ...placeInput(view.place), limit: defaultLimit }))
  const csv = useCsv(ledgerApi.entries, 'ledger.csv', input)
  const onView = (change: Partial<LedgerView>) => setQuery(writeLedgerView({ ...view, place: firstPlace, ...change }))
  const go = (place: ListPlace | null) => place && (() => onView({ place }))
  const page = list.data
  return (
    <Page
      title="Ledger"
      section="Billing"
      sectionPath={paths.billing}
      busy={list.isFetching && page !== undefined}
      actions={csv}
    >
      <BillingTabs value="ledger" />
      <div className="ledger-bar">
        <Select
          aria-label="Kind"
          className="sm w-auto!"
          value={view.kind}
          options={kinds}
          onValue={(kind) => onView({ kind })}
        />
        <LedgerPeriod from={view.from} to={view.to} onDays={onView} />
        {view.run !== '' && <Button onClick={() => onView({ run: '' })}>Show all runs</Button>}
      </div>
      {page === undefined ? (
        list.error === null ? (
          <SkeletonRows />
        ) : (
          <LoadError what="The ledger" error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : page.results.length === 0 ? (
        <EmptyFilter words="No ledger entries match the filters.">
          <Button onClick={() => setQuery(new URLSearchParams())}>Show all</Button>
        </EmptyFilter>
      ) : (
        <>
          <Table label="Ledger" columns={columns} rows={page.results} rowId={rowId} />
          <Pager
            from={view.place.from}
            rows={page.results.length}
            count={page.count}
            isEstimate={page.count_is === 'about'}
            onPrevious={go(placeBefore(page, view.place, defaultLimit))}
            onNext={go(placeAfter(page, view.place))}
          />
        </>
      )}
    </Page>
  )
}
