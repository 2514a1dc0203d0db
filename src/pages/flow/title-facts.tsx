import { Link, useSearchParams } from 'react-router'
import { useExtension, useProduct } from '#api/query/me.ts'
import { flowReleases } from '#contract/kernel/extensions.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { isAbsent } from '#lib/absent.ts'
import { count, formatCount } from '#lib/count.ts'
import { TimeText } from '#parts/display/time.tsx'
import { tabQuery } from './flow-view.ts'
import { useFlowChanges } from './history/use-flow-changes.ts'
import type { OpenFlow } from './use-open-flow.ts'

/** "Version 8 is live · 9 is a draft". */
const releaseWords = (live: number, draft: number | null | undefined): string =>
  `Version ${formatCount(live)} is live${draft == null ? '' : ` · ${formatCount(draft)} is a draft`}`

/** The versions of the flow as a link to them; without stored versions, its version and when it was changed. */
function VersionFacts({
  flow,
}: {
  flow: Pick<FlowSummary, 'version' | 'live_version' | 'draft_version' | 'updated_at'>
}) {
  const [search] = useSearchParams()
  const hasReleases = useExtension(flowReleases)
  // A connector's version is a digest, which says nothing to people.
  const isOwnVersion = useProduct() === null
  if (hasReleases && flow.live_version !== undefined)
    return (
      <Link className="hover:underline" to={{ search: tabQuery(search, 'history') }}>
        {releaseWords(flow.live_version, flow.draft_version)}
      </Link>
    )
  return (
    <>
      {!isAbsent(flow.version) && isOwnVersion && `Version ${flow.version} · `}updated <TimeText at={flow.updated_at} />
    </>
  )
}

/** What the header says after the status: versions, and the changes since the last visit in this browser. */
export function TitleFacts({ open: { flow, data } }: { open: OpenFlow }) {
  const [search] = useSearchParams()
  const newChanges = useFlowChanges(flow, data)?.newCount ?? 0
  return (
    <span className="min-w-0 flex-none truncate text-xs text-text-3 max-lg:hidden">
      <VersionFacts flow={flow} />
      {newChanges > 0 && (
        <>
          {' · '}
          <Link className="link" to={{ search: tabQuery(search, 'history') }}>
            {count(newChanges, 'change')} since your last visit
          </Link>
        </>
      )}
    </span>
  )
}
