import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { run as runApi, type Run, type RunDetail } from '#contract/billing.ts'
import { isAbsent, isReturned } from '#lib/absent.ts'
import { formatCount } from '#lib/count.ts'
import { firstSentence } from '#lib/text/text.ts'
import { formatClockExact, formatDay, formatTimeExact } from '#lib/time/format-time.ts'
import { conversationPath, flowPath, runOverlayPath, paths, runPath } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Panel } from '#ui/overlays/panel.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { conversationName } from '#parts/display/conversation-name.ts'
import { CopyableId } from '#parts/display/copyable-id.tsx'
import { Cost } from '#parts/display/cost.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { ProductLink } from '#parts/display/product-link.tsx'
import { RefLink } from '#parts/display/ref-link.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import { JsonBlock } from '#parts/display/json-block.tsx'
import { RunActions } from './run-actions.tsx'
import { adviceForRun } from './run-advice.ts'
import { noReason } from './run-reason.ts'
import { costLines } from './run-costs.ts'
import { runDurationWords } from './run-duration.ts'
import { RunSteps } from './run-steps.tsx'
import type { RunNavigation } from './run-navigation.ts'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { RawSection } from '#parts/display/use-raw.tsx'
import { useZone } from '#parts/display/zone.ts'

/** Number of decimal places beyond the cent, since costs of a run are exact. */
const extraDecimals = 4

/** Day and time: "21 Nov, 14:26:08". */
const momentWords = (iso: string, day: string, zone: string) =>
  iso === '' ? '—' : `${day}, ${formatClockExact(iso, zone)}`

/** Start and end of a run: "21 Nov, 14:26:08 – 14:26:16", with the second day if it differs. */
function RunSpan({ run }: { run: Run }) {
  const now = useNow()
  const zone = useZone()
  const day = (iso: string) => formatDay(iso, { now, zone })
  const { started_at: from, finished_at: to } = run
  const end = !to ? '' : `${day(to) === day(from) ? '' : `${day(to)}, `}${formatClockExact(to, zone)}`
  return (
    <Tooltip words={`${formatTimeExact(from, zone)}${!to ? '' : ` – ${formatTimeExact(to, zone)}`}`}>
      <span>
        {momentWords(from, day(from), zone)}
        {end === '' ? '' : ` – ${end}`}
      </span>
    </Tooltip>
  )
}

/** The error message of the run, with advice and a link to the node. */
function RunError({ run }: { run: Run }) {
  const { error } = run
  if (error === null) return null
  const [title, rest] = firstSentence(error.message || noReason)
  const advice = adviceForRun(run)
  return (
    <div className="mt-2.5">
      <Note tone={run.status === 'blocked' || run.status === 'cancelled' ? 'warn' : 'bad'} title={title}>
        {rest !== '' && <p>{rest}</p>}
        {advice !== null && <p>{advice}</p>}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3">
          {error.node_id && (
            <Link className="link" to={runOverlayPath(run.flow.id, run.id, error.node_id)}>
              Show the step
            </Link>
          )}
          <span className="mono text-xs text-text-3">{error.code}</span>
        </p>
      </Note>
    </div>
  )
}

/** Links to the run that this one retries, to its own retry, and to the run that started it. */
function RelatedRuns({ run }: { run: Run }) {
  const { retry_of: retriedRun, retried_as: retry, parent_run: parent } = run
  if (!retriedRun && !retry && !parent) return null
  const link = (id: string) => (
    <Link className="link mono" to={runPath(id)}>
      {id}
    </Link>
  )
  return (
    <p className="mt-0.5 text-xs text-text-2 wrap-anywhere">
      {retriedRun && (
        <>
          {Number.isNaN(run.attempt) ? 'Retry of run' : `Attempt ${formatCount(run.attempt)} of`}{' '}
          {link(retriedRun)}{' '}
        </>
      )}
      {retry && <>Retried as {link(retry)} </>}
      {parent && <>Started by {link(parent)}</>}
    </p>
  )
}

function RunHeader({ run }: { run: Run }) {
  const duration = runDurationWords(run, useNow())
  return (
    <section className="section">
      <div className="flex flex-wrap items-center gap-2">
        <RunStatusBadge status={run.status} boxed />
        {run.is_test && <Tag>test</Tag>}
        <span className="ml-auto text-text-3">
          <CopyableId id={run.id} />
        </span>
      </div>
      <p className="mt-2 wrap-anywhere">
        <RefLink className="link font-medium" to={flowPath} of={run.flow} />{' '}
        {!isAbsent(run.flow.version) && <span className="text-text-3">v {run.flow.version}</span>}{' '}
        {run.sample && <Tag>sample</Tag>}
      </p>
      <p className="mt-0.5 text-xs text-text-2">
        <RunSpan run={run} />
        {duration !== '' && ` · ${duration}`}
        {run.trigger && ` · ${run.trigger}`}
        {run.channel !== null && ` · ${run.channel.name || run.channel.id}`}
        {run.conversation !== null && (
          <>
            {' · '}
            <RowLink className="link" id={run.conversation.id} to={conversationPath}>
              {conversationName(run.conversation)}
            </RowLink>
          </>
        )}
      </p>
      {run.flow.id !== '' && (
        <p className="mt-1.5 flex flex-wrap gap-x-4">
          <Link className="link inline-flex items-center gap-1.5" to={runOverlayPath(run.flow.id, run.id)}>
            <Route className="s" />
            Show on canvas
          </Link>
          <ProductLink page="run" flow={run.flow.id} run={run.id} />
        </p>
      )}
      <RelatedRuns run={run} />
      <RunError run={run} />
      <div className="mt-2.5 grid gap-2">
        <RunActions run={run} hasRoom />
      </div>
    </section>
  )
}

function Costs({ run, balanceAfter }: { run: Run; balanceAfter: string | null | undefined }) {
  const { currency } = run
  const amount = (cost: string | null) => <Cost amount={cost} currency={currency} reservedDigits={extraDecimals} />
  return (
    <section className="section">
      <h3>Cost</h3>
      <dl className="run-costs">
        {costLines(run).map(({ words, cost }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows may have the same text, and are never reordered
          <div key={index} className="contents">
            <dt>{words}</dt>
            <dd>{amount(cost)}</dd>
          </div>
        ))}
        <dt className="font-semibold text-text!">Total</dt>
        <dd className="font-semibold">{amount(run.cost)}</dd>
        {balanceAfter !== undefined && (
          <>
            <dt>Balance after</dt>
            <dd>{balanceAfter === null ? <span className="text-text-3">not charged</span> : amount(balanceAfter)}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** Input of the trigger, and output of the run. */
function InputAndOutput({ run }: { run: RunDetail }) {
  if (run.input == null && run.output == null) return null
  return (
    <section className="section grid gap-2">
      <h3>Whole run</h3>
      <JsonBlock title="Input" value={run.input} />
      <JsonBlock title="Output" value={run.output} />
    </section>
  )
}

const Loading = () => (
  <Delayed>
    <output className="grid gap-4 p-4" aria-label="Loading">
      {['w-[60%]', 'w-[40%]', 'w-[52%]', 'w-[36%]', 'w-[56%]'].map((width) => (
        <span key={width} className={`skeleton ${width}`} />
      ))}
    </output>
  </Delayed>
)

/** Position in the list, with buttons and the shortcuts j and k for the next and previous run. */
function RunNavigationButtons({ navigation }: { navigation: RunNavigation }) {
  const { position, count, isEstimate, previous, next, busy } = navigation
  useShortcuts({ j: () => next?.(), k: () => previous?.() })
  const end = position === null ? 'This run is not on this page of the list.' : null
  return (
    <>
      {position !== null && (
        <span className="flex-none text-xs text-text-3">
          {position.toLocaleString()} of {isEstimate ? 'about ' : ''}
          {formatCount(count)}
        </span>
      )}
      <IconButton
        label="Previous run"
        shortcut="k"
        icon={<ChevronUp />}
        busy={busy}
        reason={previous === null ? (end ?? 'This is the first run.') : null}
        onClick={() => previous?.()}
      />
      <IconButton
        label="Next run"
        shortcut="j"
        icon={<ChevronDown />}
        busy={busy}
        reason={next === null ? (end ?? 'This is the last run.') : null}
        onClick={() => next?.()}
      />
    </>
  )
}

function RunDetails({ run, detail, rest }: { run: Run; detail: RunDetail | undefined; rest: ReactNode }) {
  // A product need not know what a run costs.
  const hasCosts = useProduct() === null || isReturned(run, 'cost')
  return (
    <>
      <RunHeader run={run} />
      {detail === undefined ? (
        rest
      ) : (
        <>
          <RunSteps run={detail} />
          <InputAndOutput run={detail} />
        </>
      )}
      {hasCosts && <Costs run={run} balanceAfter={detail?.balance_after} />}
      <RawSection what={`run ${run.id}`} of={detail ?? run} />
    </>
  )
}

/**
 * Panel with the details of a run, such as its steps and cost. Requires the extension `run_detail`.
 * @param row the run from the list, shown while its details are loading
 */
export function RunPanel({
  id,
  row,
  navigation,
  onClose,
}: {
  id: string
  row: Run | undefined
  navigation: RunNavigation
  onClose: () => void
}) {
  const { data: detail, error, refetch } = useQuery(q(runApi.read, { id }))
  const run = detail ?? row
  const rest =
    error === null ? (
      <Loading />
    ) : (
      <div className="p-4">
        <LoadNote what={run === undefined ? 'This run' : 'The steps'} error={error} onRetry={() => void refetch()} />
        {error.status === 404 && run === undefined && (
          <p className="mt-3 text-text-2">
            The service may delete runs some time after their end. Check the link, or look in{' '}
            <Link className="link" to={paths.runs}>
              all runs
            </Link>
            .
          </p>
        )}
      </div>
    )
  return (
    <Panel title="Run" takesFocus onClose={onClose} actions={<RunNavigationButtons navigation={navigation} />}>
      {navigation.error !== null && (
        <div className="p-4">
          <LoadNote what="The adjacent page of runs" error={navigation.error} onRetry={navigation.retry} />
        </div>
      )}
      {run === undefined ? rest : <RunDetails run={run} detail={detail} rest={rest} />}
    </Panel>
  )
}
