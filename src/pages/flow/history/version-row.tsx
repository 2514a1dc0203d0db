import { CircleDashed, CirclePlay, Move, Pencil, Spline } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import { formatCount } from '#lib/count.ts'
import { Cost } from '#parts/display/cost.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { Badge, Tag } from '#ui/feedback/tag.tsx'
import { withVersionView } from './version-view.ts'
import { authorWords, changeSigns, runWords, sourceWords } from './version-words.ts'

/** State of a version; former ones have none. */
export function VersionBadge({ state }: Pick<FlowVersion, 'state'>) {
  if (state === 'former') return null
  if (state === 'discarded') return <Tag>thrown away</Tag>
  const isLive = state === 'live'
  return (
    <Badge tone={isLive ? 'ok' : 'idle'} icon={isLive ? <CirclePlay /> : <CircleDashed />}>
      {isLive ? 'Live' : 'Draft'}
    </Badge>
  )
}

const signOf = {
  added: '+',
  removed: '−',
  changed: <Pencil className="xs" />,
  moved: <Move className="xs" />,
  edges: <Spline className="xs" />,
}

/** "+2 −1 ✎3": the number of each kind of change. */
function ChangeSigns({ changes }: Pick<FlowVersion, 'changes'>) {
  return (
    <span className="version-signs">
      {changeSigns(changes).map(({ kind, number, words }) => (
        <span key={kind} className={kind} title={words}>
          <span aria-hidden="true" className="contents">
            {signOf[kind]}
            {formatCount(number)}
          </span>
          <span className="sr-only">{words} </span>
        </span>
      ))}
    </span>
  )
}

/** One version in the list: a link that chooses it. */
export function VersionRow({
  version,
  currency,
  isChosen,
  isNew,
}: {
  version: FlowVersion
  currency: string
  isChosen: boolean
  /** Made since the last visit in this browser. */
  isNew: boolean
}) {
  const [query] = useSearchParams()
  const { number, state, note, summary } = version
  const runs = runWords(version)
  return (
    <li className={`version-row ${state}`}>
      <Link
        to={{ search: `?${withVersionView(query, { version: number, with: null })}` }}
        aria-current={isChosen ? 'true' : undefined}
        replace
      >
        <span className="flex items-center gap-2">
          <b className="font-semibold">Version {formatCount(number)}</b>
          <VersionBadge state={state} />
          {isNew && <Tag>new since your last visit</Tag>}
          <span className="ml-auto flex-none text-xs text-text-3">
            <TimeText at={version.at} short />
          </span>
        </span>
        <span className={`truncate ${note === '' && summary === '' ? 'text-text-3' : ''}`} dir="auto">
          {note || summary || 'No note'}
        </span>
        <span className="version-line text-text-2">
          <span className="truncate">
            <bdi>{authorWords(version)}</bdi> <span className="text-text-3">{sourceWords(version.source)}</span>
          </span>
          <ChangeSigns changes={version.changes} />
        </span>
        <span className="version-line text-text-3">
          <span className="truncate">
            {runs.words}
            {runs.failed !== '' && (
              <>
                {' · '}
                <span className="text-bad">{runs.failed}</span>
              </>
            )}
          </span>
          {version.runs + version.tests > 0 && <Cost amount={version.cost} currency={currency} />}
        </span>
      </Link>
    </li>
  )
}
