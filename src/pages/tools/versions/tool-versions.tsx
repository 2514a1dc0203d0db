import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#api/query/query.ts'
import type { Tool } from '#contract/tool.ts'
import { keptVersions, toolVersion, type ToolVersion } from '#contract/tool-version.ts'
import { count, formatCount } from '#lib/count.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { Timeline } from '#ui/feedback/timeline.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { toolsLinkTo, type ToolsView } from '#pages/tools/tools-view.ts'
import { changeWords } from './version-changes.ts'

/** Number of versions shown at first. */
const firstVersions = 5

/** All stored versions of a tool, which fit on one page. */
export const versionsQuery = (id: string) => q(toolVersion.versions, { id, limit: keptVersions })

/** The author of a version. */
export function VersionAuthor({ by }: Pick<ToolVersion, 'by'>) {
  if (by === null) return null
  return (
    <>
      {' '}
      by {by.kind === 'key' && 'the key '}
      <bdi>{by.name}</bdi>
    </>
  )
}

function Versions({
  versions,
  total,
  view,
  tool,
}: {
  versions: ToolVersion[]
  total: number
  view: ToolsView
  tool: Tool
}) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? versions : versions.slice(0, firstVersions)
  const oldest = versions.at(-1)
  return (
    <>
      <Timeline>
        {shown.map((version) => (
          <li key={version.number} className="wrap-anywhere">
            <p className="flex flex-wrap items-center gap-x-2">
              <Link
                className="link font-medium"
                to={toolsLinkTo(view, {
                  panel: { kind: 'version', id: tool.id, number: version.number, comparedWith: null },
                })}
              >
                Version {formatCount(version.number)}
              </Link>
              {version.number === tool.version && <Tag>current</Tag>}
              <span className="text-xs text-text-3">
                <TimeText at={version.at} />
                <VersionAuthor by={version.by} />
              </span>
            </p>
            <p className="text-text-2">{changeWords(version)}</p>
          </li>
        ))}
      </Timeline>
      {versions.length > shown.length && (
        <button type="button" className="link mt-1 cursor-pointer" onClick={() => setIsWhole(true)}>
          Show {count(versions.length - shown.length, 'earlier version')}
        </button>
      )}
      {isWhole && (total >= keptVersions || (oldest?.number ?? 1) > 1) && (
        <p className="mt-1 text-xs text-text-3">Only the last {keptVersions} versions are stored.</p>
      )}
    </>
  )
}

/** Version history of a tool, with author, time and changes. */
export function ToolVersions({ tool, view }: { tool: Tool; view: ToolsView }) {
  const { data, error, refetch } = useQuery(versionsQuery(tool.id))
  return (
    <section className="section" aria-label="Versions">
      <h3>Versions {data !== undefined && data.count > 0 && <span className="n">{formatCount(data.count)}</span>}</h3>
      {data === undefined && error === null && (
        <Delayed>
          <span className="skeleton my-1.5 w-40" />
          <span className="skeleton my-1.5 w-28" />
        </Delayed>
      )}
      {error !== null && (
        <LoadNote what="Versions" error={error} onRetry={() => void refetch()} isStale={data !== undefined} />
      )}
      {data !== undefined &&
        (data.results.length === 0 ? (
          <p className="text-text-2">No versions yet. A version is listed here after each change.</p>
        ) : (
          <Versions versions={data.results} total={data.count} view={view} tool={tool} />
        ))}
    </section>
  )
}
