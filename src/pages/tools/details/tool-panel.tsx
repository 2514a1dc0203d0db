import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useExtension, useMe, useMissingEndpoints, useWriteReason } from '#api/query/me.ts'
import type { ApiError } from '#api/errors.ts'
import { KindTile, tileOfType } from '#canvas/cards/kind-tile.tsx'
import type { Tool } from '#contract/tool.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatCount } from '#lib/count.ts'
import { CopyableId } from '#parts/display/copyable-id.tsx'
import { Cost } from '#parts/display/cost.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { RawSection } from '#parts/display/use-raw.tsx'
import { Absent, TextOrAbsent } from '#ui/feedback/absent.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { knownCategory } from '#pages/tools/category-words.ts'
import { categoryWord } from '#parts/tools/tool-category.ts'
import { DeleteToolDialog } from '#pages/tools/usage/delete-tool-dialog.tsx'
import { fieldWord } from '#pages/tools/field-words.ts'
import { ToolConfig } from './tool-config.tsx'
import { toolDraftOf } from '#pages/tools/form/tool-draft.ts'
import { ToolSchema } from './tool-schema.tsx'
import { ToolTrial } from './tool-trial.tsx'
import { ToolUsage } from '#pages/tools/usage/tool-usage.tsx'
import { toolsLinkTo, type ToolsView } from '#pages/tools/tools-view.ts'
import { useRunProblems } from '#pages/tools/form/use-run-problems.ts'
import { ToolVersions } from '#pages/tools/versions/tool-versions.tsx'

function ToolFacts({ tool }: { tool: Tool }) {
  const currency = useMe()?.account.currency ?? null
  return (
    <section className="section">
      {tool.description !== '' && (
        <p className="mb-2 whitespace-pre-line wrap-anywhere text-text-2" dir="auto">
          {tool.description}
        </p>
      )}
      <dl className="facts">
        <dt>Key</dt>
        <dd>{tool.key === '' ? <Absent /> : <CopyableId id={tool.key} label="Copy key" />}</dd>
        <dt>Category</dt>
        <dd>
          <TextOrAbsent text={categoryWord(tool.category)} />
        </dd>
        {!tool.enabled && (
          <>
            <dt>State</dt>
            <dd>Disabled: nodes that use it fail</dd>
          </>
        )}
        {!isAbsent(tool.cost_hint) && (
          <>
            <dt>Average per call</dt>
            <dd>
              about <Cost amount={tool.cost_hint} currency={currency} />
            </dd>
          </>
        )}
        <dt>Updated</dt>
        <dd>
          <TimeText at={tool.updated_at} />
          {!isAbsent(tool.version) && `, version ${formatCount(tool.version)}`}
        </dd>
      </dl>
    </section>
  )
}

/** Problems that prevent a saved tool from running. */
function CannotRun({ tool }: { tool: Tool }) {
  const runProblems = useRunProblems(useMemo(() => toolDraftOf(tool), [tool]))
  // The service checks the config as a whole: its message is shown if the checks of the fields find nothing.
  if (runProblems.length === 0 && tool.problem === undefined) return null
  return (
    <div className="section">
      <Note tone="warn" title="This tool cannot run">
        <ul className="wrap-anywhere">
          {runProblems.map(({ field, message }) => (
            <li key={field}>
              {fieldWord(field)}: {message}
            </li>
          ))}
          {runProblems.length === 0 && <li>{tool.problem}</li>}
        </ul>
        <p>Nodes that use this tool fail until you edit and fix it.</p>
      </Note>
    </div>
  )
}

/** Buttons in the header of the panel. */
function Actions({ tool, view, onDelete }: { tool: Tool; view: ToolsView; onDelete: () => void }) {
  const navigate = useNavigate()
  const reason = useWriteReason()
  const hasEdit = useExtension('tool_edit')
  const missing = useMissingEndpoints()
  const [canCreate, canEdit, canDelete] = [
    !missing.includes('tool.create'),
    hasEdit && !missing.includes('tool.edit'),
    hasEdit && !missing.includes('tool.remove'),
  ]
  const category = knownCategory(tool.category)
  const open = (panel: ToolsView['panel']) => void navigate(toolsLinkTo(view, { panel }))
  return (
    <>
      {canEdit && (
        <IconButton
          label="Edit"
          icon={<Pencil />}
          reason={reason}
          onClick={() => open({ kind: 'edit', id: tool.id })}
        />
      )}
      {canCreate && category !== null && (
        <IconButton
          label="Duplicate"
          icon={<Copy />}
          reason={reason}
          onClick={() => open({ kind: 'new', category, from: tool.id })}
        />
      )}
      {canDelete && <IconButton label="Delete" icon={<Trash2 />} reason={reason} onClick={onDelete} />}
    </>
  )
}

/** Panel with all details of one tool; in the URL as `?tool=`. */
export function ToolPanel({
  tool,
  error,
  onRetry,
  view,
  isReading,
  onClose,
}: {
  /** Undefined while it loads, or if it could not be loaded. */
  tool: Tool | undefined
  /** Whether a tool that is undefined is still loading, unless there is an error. */
  isReading: boolean
  error: ApiError | null
  onRetry: () => void
  view: ToolsView
  onClose: () => void
}) {
  const [isDeleting, setDeleting] = useState(false)
  const hasUsage = useExtension('tool_usage')
  const canTry = useExtension('tool_try')
  const hasVersions = useExtension('tool_versions')
  const isDeleted = error?.status === 404
  const knownCategoryOfTool = tool === undefined ? null : knownCategory(tool.category)
  if (tool === undefined || isDeleted)
    return (
      <Panel title={isDeleted && tool ? tool.name : 'Tool'} takesFocus onClose={onClose}>
        <div className="p-4">
          {isDeleted && tool !== undefined ? (
            <Note tone="bad" title="This tool was deleted">
              Nodes that use this tool report it as missing.
            </Note>
          ) : error !== null ? (
            <LoadNote what="The tool" error={error} onRetry={onRetry} />
          ) : (
            !isReading && <ToolNotListed />
          )}
        </div>
        {error === null && isReading && <SkeletonRows rows={6} />}
      </Panel>
    )
  return (
    <Panel
      title={
        <span dir="auto" title={tool.name}>
          {tool.name}
        </span>
      }
      icon={<KindTile kind={tileOfType(tool.category)} />}
      takesFocus
      actions={<Actions tool={tool} view={view} onDelete={() => setDeleting(true)} />}
      onClose={onClose}
    >
      {tool.sample && (
        <p className="px-4 pt-3">
          <Tag>sample</Tag>
        </p>
      )}
      {error !== null && (
        <div className="p-4">
          <LoadNote what="The latest state" error={error} onRetry={onRetry} />
        </div>
      )}
      {knownCategoryOfTool !== null && <CannotRun tool={tool} />}
      <ToolFacts tool={tool} />
      {hasUsage && <ToolUsage id={tool.id} />}
      {canTry && <ToolTrial tool={tool} />}
      <section className="section" aria-label="Config">
        <h3>Config</h3>
        <ToolConfig tool={tool} />
      </section>
      <ToolSchema key={`${tool.id} input`} title="Input" schema={tool.input_schema} />
      <ToolSchema key={`${tool.id} output`} title="Output" schema={tool.output_schema} />
      {hasVersions && <ToolVersions key={tool.id} tool={tool} view={view} />}
      <RawSection what={tool.name} of={tool} />
      {isDeleting && <DeleteToolDialog tool={tool} onClose={() => setDeleting(false)} onDeleted={onClose} />}
    </Panel>
  )
}

/** Note for a tool in the URL that is not in the visible list, if the service cannot return a single tool. */
export const ToolNotListed = () => (
  <Note title="This tool is not on this page of the list">
    This service returns tools only in its list. Search for the tool by name.
  </Note>
)
