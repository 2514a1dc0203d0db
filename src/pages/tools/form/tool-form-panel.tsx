import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { KindTile, tileOfType } from '#canvas/cards/kind-tile.tsx'
import type { Tool } from '#contract/tool.ts'
import { createdWords } from '#parts/flows/created-id.ts'
import { DraftPanel, useStoredDraft } from '#parts/forms/draft-panel.tsx'
import { useDraftOwner } from '#parts/forms/form-panel.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { categoryNoun } from '#pages/tools/category-words.ts'
import { useKeyConfirmation } from '#pages/tools/usage/change-key-dialog.tsx'
import { toolDrafts } from './tool-drafts.ts'
import { toolDraftAsNew, toolDraftCopyOf, toolDraftOf, newToolDraft, type ToolDraft } from './tool-draft.ts'
import { ToolNotListed } from '#pages/tools/details/tool-panel.tsx'
import { ToolFields } from './tool-fields.tsx'
import { isToolField } from './tool-problems.ts'
import { toolsLinkTo, panelToolId, type ToolsView } from '#pages/tools/tools-view.ts'
import { useSaveTool } from './use-save-tool.ts'
import { useToolForm } from './use-tool-form.ts'
import { useRunProblems } from './use-run-problems.ts'

interface ToolDraftPanelProps {
  view: ToolsView
  /** The edited tool; null = a new one. */
  tool: Tool | null
  /** The initial draft. */
  initialDraft: ToolDraft
  /** Storage key of the draft. */
  draftKey: string
  /** The tool was deleted while it was being edited. */
  isDeleted?: boolean
}

function ToolDraftPanel({ view, tool: editedTool, initialDraft, draftKey, isDeleted = false }: ToolDraftPanelProps) {
  // If the tool was deleted, the draft can be saved as a new tool.
  const [savesAsNew, setSavesAsNew] = useState(false)
  const tool = savesAsNew ? null : editedTool
  const navigate = useNavigate()
  const storedDraft = useStoredDraft(toolDrafts, draftKey)
  const { form, showServiceProblems, ...state } = useToolForm(initialDraft, storedDraft.draft ?? initialDraft, draftKey)
  const { draft } = form
  // A field with a validation error is not counted again.
  const cannotRun = useRunProblems(draft).filter(({ field }) => form.problems(field).length === 0).length
  const go = (panel: ToolsView['panel']) => void navigate(toolsLinkTo(view, { panel }))
  const onSaved = (done: 'was created' | 'was saved') => (saved: Tool) => {
    storedDraft.remove()
    const isFound = saved.id !== ''
    showToast({ message: isFound ? `“${saved.name}” ${done}` : createdWords(saved.name, done) })
    const panel: ToolsView['panel'] = isFound ? { kind: 'tool', id: saved.id } : { kind: 'none' }
    void navigate(toolsLinkTo(view, { panel }), { replace: true })
  }
  const creation = useSaveTool(null, { onRefused: showServiceProblems, onSaved: onSaved('was created') })
  const change = useSaveTool(editedTool?.id ?? null, { onRefused: showServiceProblems, onSaved: onSaved('was saved') })
  const saving = tool === null ? creation : change
  const key = useKeyConfirmation(tool, draft.key.trim())
  const saveAsNew = () => {
    const copyDraft = toolDraftAsNew(draft)
    setSavesAsNew(true)
    form.set(copyDraft)
    // Stored secrets were deleted with the tool. If there were any, the user must type them again before saving.
    const hasAll = JSON.stringify(copyDraft.config) === JSON.stringify(draft.config)
    if (hasAll && state.check()) creation.save(copyDraft, null)
  }
  return (
    <DraftPanel
      noun="tool"
      name={tool?.name ?? null}
      newName={categoryNoun(draft.category)}
      icon={<KindTile kind={tileOfType(draft.category)} />}
      storedDraft={storedDraft}
      draft={draft}
      state={{ ...state, isChanged: form.isChanged, runProblemCount: cannotRun }}
      saving={saving}
      isField={(path) => isToolField(path) || Object.hasOwn(draft.asked, path)}
      dialog={key.dialog}
      isDeleted={isDeleted && tool !== null}
      onSaveAsNew={saveAsNew}
      onSave={() => void key.ask(() => saving.save(draft, draft.version))}
      onBack={() => go(tool === null ? { kind: 'none' } : { kind: 'tool', id: tool.id })}
      onReturn={() => go(view.panel)}
    >
      <ToolFields form={form} />
    </DraftPanel>
  )
}

/** Shown while the tool is loading, or if it could not be loaded or is not in the list. */
function NoTool({ isReading, error, onRetry }: { isReading: boolean; error: ApiError | null; onRetry: () => void }) {
  if (error === null && isReading) return <SkeletonRows rows={8} />
  return (
    <div className="p-4">
      {error === null ? <ToolNotListed /> : <LoadNote what="The tool" error={error} onRetry={onRetry} />}
    </div>
  )
}

/** Form for a new tool, a copy, or an existing tool; in the URL as `?new=` and `?tool=…&edit`. */
export function ToolFormPanel({
  view,
  tool,
  isReading,
  error,
  onRetry,
  onClose,
}: {
  view: ToolsView
  /** The tool to edit or to copy; undefined while it loads, or if it could not be loaded. */
  tool: Tool | undefined
  /** Whether a tool that is undefined is still loading, unless there is an error. */
  isReading: boolean
  error: ApiError | null
  onRetry: () => void
  onClose: () => void
}) {
  const owner = useDraftOwner()
  const { panel } = view
  // The tool as it was when editing began: a later version must not hide a conflict.
  const [openedTool, setOpenedTool] = useState(tool)
  if (openedTool?.id !== tool?.id && tool !== undefined) setOpenedTool(tool)
  if (panel.kind === 'new' && panel.from === null) {
    const draftKey = `${owner} ${panel.category}`
    return (
      <ToolDraftPanel
        key={draftKey}
        view={view}
        tool={null}
        initialDraft={newToolDraft(panel.category)}
        draftKey={draftKey}
      />
    )
  }
  const source = panelToolId(panel)
  if (openedTool === undefined || openedTool.id !== source)
    return (
      <Panel wide title="Tool" onClose={onClose}>
        <NoTool isReading={isReading} error={error} onRetry={onRetry} />
      </Panel>
    )
  const isCopy = panel.kind === 'new'
  const draftKey = `${owner} ${isCopy ? 'copy of ' : ''}${openedTool.id}`
  const initialDraft = isCopy ? toolDraftCopyOf(openedTool) : toolDraftOf(openedTool)
  return (
    <ToolDraftPanel
      key={draftKey}
      view={view}
      tool={isCopy ? null : openedTool}
      initialDraft={initialDraft}
      draftKey={draftKey}
      isDeleted={error?.status === 404}
    />
  )
}
