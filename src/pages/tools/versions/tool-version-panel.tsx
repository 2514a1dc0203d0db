import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import type { Tool } from '#contract/tool.ts'
import { toolVersion, type ToolVersion, type ToolVersionDetail } from '#contract/tool-version.ts'
import { formatCount } from '#lib/count.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { TextDiff } from '#ui/text/text-diff.tsx'
import { RestoreToolDialog } from './restore-tool-dialog.tsx'
import { VersionAuthor, versionsQuery } from './tool-versions.tsx'
import { panelAfterClose, toolsLinkTo, type ToolsPanel, type ToolsView } from '#pages/tools/tools-view.ts'
import { changeWords, secretsBetween, versionDifferences, restorePlan } from './version-changes.ts'

type VersionView = Extract<ToolsPanel, { kind: 'version' }>

const comparisonOptions = [
  { value: 'now', label: 'With current version' },
  { value: 'before', label: 'With previous version' },
] as const

/** Two versions to compare, in chronological order. */
interface VersionPair {
  from: number
  to: number
}

/**
 * The versions to compare: a version, and the current or the previous one. `isFixed` = there is no choice: the current
 * version is compared with the previous one, and the oldest stored version with the current one.
 */
function versionPairOf(
  versions: readonly ToolVersion[],
  { number, comparedWith }: VersionView,
): { pair: VersionPair | null; isFixed: boolean } {
  const now = versions[0]?.number ?? number
  const before = versions.find((one) => one.number < number)?.number ?? null
  const isFixed = number === now || before === null
  if (before !== null && (number === now || comparedWith === 'before'))
    return { pair: { from: before, to: number }, isFixed }
  return { pair: number === now ? null : { from: number, to: now }, isFixed }
}

function Differences({
  before,
  after,
  secrets,
}: {
  before: ToolVersionDetail
  after: ToolVersionDetail
  secrets: string[]
}) {
  const differences = versionDifferences(before, after)
  return (
    <div className="grid gap-3">
      {differences.length === 0 && secrets.length === 0 && <p className="text-text-2">No differences.</p>}
      {differences.map(({ label, before: was, after: is }) => (
        <div key={label}>
          <h4 className="label">{label}</h4>
          <TextDiff label={label} before={was} after={is} />
        </div>
      ))}
      {secrets.length > 0 && (
        <Note title={`${secrets.join(' and ')}: changed`}>
          Set, replaced or removed between these versions. Versions do not contain secrets, so no value is shown.
        </Note>
      )}
    </div>
  )
}

/** Reads a version with its config; disabled while `number` is undefined. */
const useDetail = (id: string, number: number | undefined) =>
  useQuery({ ...q(toolVersion.version, { id, number: String(number) }), enabled: number !== undefined })

function VersionComparison({
  tool,
  pair,
  versions,
}: {
  tool: Tool
  pair: VersionPair | null
  versions: readonly ToolVersion[]
}) {
  const sides = [useDetail(tool.id, pair?.from), useDetail(tool.id, pair?.to)] as const
  const failed = sides.find(({ error }) => error !== null)
  const [{ data: before }, { data: after }] = sides
  if (pair === null)
    return <p className="text-text-2">This is the only stored version, so there is nothing to compare it with.</p>
  if (failed?.error != null)
    return <LoadNote what="A version" error={failed.error} onRetry={() => void failed.refetch()} />
  if (before === undefined || after === undefined) return <SkeletonRows rows={4} />
  return <Differences before={before} after={after} secrets={secretsBetween(versions, pair.from, pair.to)} />
}

/** Button that restores a version, or is disabled with the reason; absent for the current version. */
function RestoreButton({ tool, number, onRestored }: { tool: Tool; number: number; onRestored: () => void }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const reason = useWriteReason()
  const canEdit = useExtension('tool_edit')
  const { data: version } = useDetail(tool.id, number)
  if (!canEdit || version === undefined || number === tool.version) return null
  const plan = restorePlan(version, tool)
  const obstacle =
    reason ?? plan.obstacle ?? (Object.keys(plan.change).length === 0 ? 'The tool already has these settings.' : null)
  return (
    <>
      <Button icon={<History />} reason={obstacle} onClick={() => setDialogOpen(true)}>
        Restore this version
      </Button>
      {isDialogOpen && (
        <RestoreToolDialog tool={tool} version={version} onClose={() => setDialogOpen(false)} onRestored={onRestored} />
      )}
    </>
  )
}

function VersionBody({
  tool,
  view,
  at,
  versions,
}: {
  tool: Tool
  view: ToolsView
  at: VersionView
  versions: readonly ToolVersion[]
}) {
  const navigate = useNavigate()
  const version = versions.find(({ number }) => number === at.number)
  const { pair, isFixed } = versionPairOf(versions, at)
  if (version === undefined)
    return (
      <div className="p-4">
        <Note title={`Version ${formatCount(at.number)} is not available`}>
          This version does not exist or is no longer stored. Choose one of the stored versions.
        </Note>
      </div>
    )
  return (
    <>
      <section className="section" aria-label="This version">
        <p className="wrap-anywhere">{changeWords(version)}</p>
        <p className="mb-2 text-xs wrap-anywhere text-text-3">
          <TimeText at={version.at} />
          <VersionAuthor by={version.by} />
        </p>
        <RestoreButton
          tool={tool}
          number={version.number}
          onRestored={() => void navigate(toolsLinkTo(view, { panel: panelAfterClose(at) }))}
        />
      </section>
      <section className="section" aria-label="Comparison">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h3 className="mb-0!">
            {pair === null ? 'Comparison' : `Version ${formatCount(pair.from)} → ${formatCount(pair.to)}`}
          </h3>
          {!isFixed && (
            <Segments
              label="Compare"
              value={at.comparedWith === 'before' ? 'before' : 'now'}
              options={comparisonOptions}
              onValue={(value) =>
                void navigate(
                  toolsLinkTo(view, { panel: { ...at, comparedWith: value === 'before' ? value : null } }),
                  {
                    replace: true,
                  },
                )
              }
            />
          )}
        </div>
        <VersionComparison tool={tool} pair={pair} versions={versions} />
      </section>
    </>
  )
}

/** Panel that compares a version of a tool with the current or previous one; in the URL as `?tool=…&version=3`. */
export function ToolVersionPanel({
  tool,
  error,
  onRetry,
  view,
  at,
  onClose,
}: {
  /** Undefined while it loads, or if it could not be loaded. */
  tool: Tool | undefined
  error: ApiError | null
  onRetry: () => void
  view: ToolsView
  at: VersionView
  onClose: () => void
}) {
  const versions = useQuery(versionsQuery(at.id))
  const name = tool === undefined ? '' : ` of ${tool.name}`
  const failed = error ?? versions.error
  return (
    <Panel
      wide
      takesFocus
      title={
        <span dir="auto" title={`Version ${at.number}${name}`}>
          Version {formatCount(at.number)}
          {name}
        </span>
      }
      onClose={onClose}
    >
      {failed !== null && (
        <div className="p-4">
          <LoadNote
            what={error === null ? 'Versions' : 'The tool'}
            error={failed}
            onRetry={() => (error === null ? void versions.refetch() : onRetry())}
          />
        </div>
      )}
      {failed === null && (tool === undefined || versions.data === undefined) && <SkeletonRows rows={6} />}
      {tool !== undefined && versions.data !== undefined && error?.status !== 404 && (
        <VersionBody tool={tool} view={view} at={at} versions={versions.data.results} />
      )}
    </Panel>
  )
}
