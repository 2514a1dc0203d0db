import { Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '#api/errors.ts'
import { useLacks, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { dateFormat } from '#lib/formatters.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { AddingSample } from '#parts/sample/sample-progress-bar.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Page } from '#shell/page.tsx'
import { paths } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { CalmLine } from './calm-line.tsx'
import { ChangesSection } from './changes-section.tsx'
import { FlowsSection } from './flows-section.tsx'
import { GettingStartedList, useGettingStarted } from './getting-started.tsx'
import { headline } from './problem.ts'
import { NoService } from './no-service.tsx'
import { ProblemList } from './problem-list.tsx'
import { RunsSection } from './runs-section.tsx'
import { SolvedSection } from './solved-section.tsx'
import { SpendSection } from './spend-section.tsx'
import { TodayEmpty } from './today-empty.tsx'
import { UpcomingSection } from './upcoming-section.tsx'
import { useProblems } from './use-problems.ts'
import './today.css'

/** "Saturday, 21 November" */
const dayWords = (now: number, zone: string): string =>
  dateFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: zone }).format(now)

/** Whether a server answers that has no such endpoint: with 404, or with its own page. */
const isNoAnswer = (error: ApiError | null): boolean =>
  error !== null && (error.isNotOffered || error.code === 'not_json')

/** Lists that must be missing before the page says that no service answers: a service may have only some of them. */
const minMissingLists = 3

/** The start page: what needs somebody now, worst first, and beside it spend, runs, flows and changes. */
export function TodayPage() {
  const navigate = useNavigate()
  const writeReason = useWriteReason()
  const canImport = !useLacks('flow.import')
  const day = dayWords(useNow(), useZone())
  const found = useProblems()
  const flows = useQuery({ ...q(flowApi.list, { limit: 1 }), retry: false })
  const isEmpty =
    knownTotal(flows.data) === 0 && !found.isLoading && found.problems.length === 0 && found.gaps.length === 0
  const isNoService =
    isNoAnswer(flows.error) &&
    found.gaps.length >= minMissingLists &&
    found.gaps.every(({ error }) => isNoAnswer(error))
  const gettingStarted = useGettingStarted()
  const isIncomplete = found.gaps.length > 0 || found.isPartial
  const isCalm = !found.isLoading && found.problems.length === 0 && !isIncomplete
  return (
    <Page
      title="Today"
      count={day}
      actions={
        canImport
          ? [
              {
                label: 'Import',
                icon: <Upload />,
                reason: writeReason,
                onSelect: () => void navigate(paths.import),
              },
            ]
          : []
      }
    >
      {isNoService ? (
        <NoService />
      ) : isEmpty ? (
        <TodayEmpty gettingStarted={gettingStarted} />
      ) : (
        <div className="today">
          <div className="today-main">
            <AddingSample />
            <h2 className="today-headline" aria-live="polite">
              {found.isLoading ? 'Checking…' : headline(found.problems, isIncomplete)}
            </h2>
            {isCalm && <CalmLine />}
            <ProblemList {...found} />
            {isCalm && <UpcomingSection />}
          </div>
          <div className="today-aside">
            <SpendSection />
            <RunsSection />
            <FlowsSection />
            {!found.isLoading && !isCalm && <UpcomingSection />}
          </div>
          {/* Hidden, not absent: its lists are read meanwhile, and the problems do not push it down. */}
          <div className="today-more" hidden={found.isLoading}>
            {gettingStarted !== null && <GettingStartedList {...gettingStarted} isFoldable />}
            <SolvedSection />
            <ChangesSection />
          </div>
        </div>
      )}
    </Page>
  )
}
