import { CalendarClock, CircleDot, FilePen, Link2, LoaderCircle, ReceiptText, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import type { StartChange } from '#flow/diff/start-changes.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { count } from '#lib/count.ts'
import { Cost } from '#parts/display/cost.tsx'
import { UntilText } from '#parts/display/time.tsx'
import { startSentences } from '#parts/compare/start-words.ts'
import { averageCost, inactiveText } from './update-words.ts'

/** Changes of starts before the rest is counted. */
const maxStarts = 20

const Line = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex gap-2.5">
    <Icon className="s mt-0.5 flex-none text-text-2" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
)

/** The open runs of a version, which end on it. */
function OpenRuns({ version: { number, open } }: { version: FlowVersion }) {
  return (
    <Line icon={LoaderCircle}>
      <b className="font-semibold">{count(open.count, 'run')} in progress</b> {open.count === 1 ? 'finishes' : 'finish'}{' '}
      on version {number}.
      {open.waiting > 0 && (
        <>
          {' '}
          {open.waiting.toLocaleString()} {open.waiting === 1 ? 'waits' : 'wait'}
          {open.waiting_until !== null && (
            <>
              {' '}
              <UntilText at={open.waiting_until} />
            </>
          )}
          .
        </>
      )}
    </Line>
  )
}

/** What an update does to runs in progress and to the starts of the flow, and what stays. */
export function EffectLines({
  flow,
  versions,
  starts,
}: {
  flow: Pick<FlowHead, 'status' | 'live_version' | 'draft_version' | 'currency'>
  versions: readonly FlowVersion[]
  starts: readonly StartChange[]
}) {
  const live = versions.find(({ number }) => number === flow.live_version)
  const average = live === undefined ? null : averageCost(live)
  return (
    <section className="update-part" aria-labelledby="update-effects">
      <h2 id="update-effects" className="font-semibold">
        What happens
      </h2>
      <ul className="grid gap-2">
        {flow.status !== 'active' && <Line icon={CircleDot}>{inactiveText(flow.status)}</Line>}
        {versions
          .filter(({ open }) => open.count > 0)
          .map((version) => (
            <OpenRuns key={version.number} version={version} />
          ))}
        {startSentences(starts, maxStarts).map((sentence, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- names of triggers are not unique
          <Line key={at} icon={CalendarClock}>
            {sentence}
          </Line>
        ))}
        {flow.draft_version != null && (
          <Line icon={FilePen}>
            Version {flow.draft_version} is a draft. Saving the file as a draft replaces that one, which stays in the
            history.
          </Line>
        )}
        <Line icon={Link2}>Id, addresses of webhooks, tags, runs and costs stay.</Line>
        {live !== undefined && average !== null && (
          <Line icon={ReceiptText}>
            So far <Cost amount={average} currency={flow.currency} /> a run on average, over {count(live.runs, 'run')}{' '}
            of version {live.number}.
          </Line>
        )}
      </ul>
    </section>
  )
}
