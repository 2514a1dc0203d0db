import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { KindTile } from '#canvas/kind-tile.tsx'
import type { Tool } from '#contract/tool.ts'
import { ActionError } from '#parts/action-error.tsx'
import { FieldConflictDialog } from '#parts/field-conflict-dialog.tsx'
import { FormPanel, undoSeconds, useDraftOwner } from '#parts/form-panel.tsx'
import { LoadNote } from '#parts/load-note.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { categoryNoun } from './category-words.ts'
import { useKeyQuestion } from './change-key-dialog.tsx'
import { toolDrafts } from './kept-draft.ts'
import { copyOf, draftOf, newDraft, type ToolDraft } from './tool-draft.ts'
import { ToolElsewhere } from './tool-elsewhere.tsx'
import { ToolFields } from './tool-fields.tsx'
import { isToolField } from './tool-problems.ts'
import { linkTo, toolOfPanel, type ToolsView } from './tools-view.ts'
import { useSaveTool } from './use-save-tool.ts'
import { useToolForm } from './use-tool-form.ts'

interface FormFacts {
  view: ToolsView
  /** The tool that is changed; null = a new one. */
  tool: Tool | null
  /** What the form shows without anything typed. */
  first: ToolDraft
  /** Where this browser keeps what is typed. */
  keptAs: string
}

function Form({ view, tool, first, keptAs }: FormFacts) {
  const navigate = useNavigate()
  const [kept, setKept] = useState(() => toolDrafts.read(keptAs))
  const { form, box, toCorrect, check, refuse, restart } = useToolForm(first, kept?.draft ?? first, keptAs)
  const { draft } = form
  const go = (panel: ToolsView['panel']) => void navigate(linkTo(view, { panel }))
  const back: ToolsView['panel'] = tool === null ? { kind: 'none' } : { kind: 'tool', id: tool.id }
  const { save, isSaving, error, conflict, reset } = useSaveTool(tool?.id ?? null, {
    onRefused: refuse,
    onSaved: (saved) => {
      toolDrafts.drop(keptAs)
      showToast({ message: tool === null ? `“${saved.name}” was created` : `“${saved.name}” was saved` })
      void navigate(linkTo(view, { panel: { kind: 'tool', id: saved.id } }), { replace: true })
    },
  })
  const key = useKeyQuestion(tool, draft.key.trim())
  const noun = categoryNoun(draft.category)
  const cancel = () => {
    toolDrafts.drop(keptAs)
    go(back)
    if (!form.isChanged) return
    const onUndo = () => {
      toolDrafts.keep(keptAs, draft)
      go(view.panel)
    }
    showToast({ message: 'The draft was given up', undo: { seconds: undoSeconds, onUndo } })
  }
  return (
    <FormPanel
      title={tool === null ? `New ${noun}` : <span dir="auto">{tool.name}</span>}
      label={tool === null ? `New ${noun}` : `Edit ${tool.name}`}
      icon={<KindTile kind={draft.category} />}
      box={box}
      isChanged={form.isChanged}
      keptAt={kept?.at ?? null}
      toCorrect={toCorrect}
      verb={tool === null ? 'Create tool' : 'Save tool'}
      isSaving={isSaving}
      onRestart={() => {
        setKept(null)
        restart()
      }}
      onCancel={cancel}
      onClose={() => go(back)}
      onSubmit={() => {
        if (check()) void key.ask(() => save(draft, draft.version))
      }}
      beside={
        key.dialog ??
        (conflict !== null && draft.version !== null && (
          <FieldConflictDialog
            noun="tool"
            mine={draft.version}
            theirs={conflict.version}
            differences={conflict.differences}
            onClose={reset}
            onMine={() => save(draft, conflict.version)}
            onTheirs={() => {
              toolDrafts.drop(keptAs)
              go(back)
            }}
          />
        ))
      }
    >
      <ToolFields form={form} />
      {conflict === null && (
        <div className="form-all empty:hidden">
          <ActionError
            title={tool === null ? 'The tool was not created' : 'The tool was not saved'}
            error={error}
            shown={Object.keys(error?.fieldErrors ?? {}).filter(
              (path) => isToolField(path) || Object.hasOwn(draft.asked, path),
            )}
          />
        </div>
      )}
    </FormPanel>
  )
}

/** The tool is on its way, cannot be read, or is not where it was looked for. */
function NoTool({ isReading, error, onRetry }: { isReading: boolean; error: ApiError | null; onRetry: () => void }) {
  if (error === null && isReading) return <SkeletonRows rows={8} />
  return (
    <div className="p-4">
      {error === null ? <ToolElsewhere /> : <LoadNote what="The tool" error={error} onRetry={onRetry} />}
    </div>
  )
}

/** The form of a new tool, of a copy, or of a tool that is changed; in the URL as `?new=` and `?tool=…&edit`. */
export function ToolFormPanel({
  view,
  tool,
  isReading,
  error,
  onClose,
}: {
  view: ToolsView
  /** The tool to change or to copy; undefined while it loads. */
  tool: Tool | undefined
  /** It may still come. */
  isReading: boolean
  error: ApiError | null
  onClose: () => void
}) {
  const owner = useDraftOwner()
  const { panel } = view
  // What was on the screen when editing began: later reads must not hide that someone was faster.
  const [began, setBegan] = useState(tool)
  if (began?.id !== tool?.id && tool !== undefined) setBegan(tool)
  if (panel.kind === 'new' && panel.from === null) {
    const keptAs = `${owner} ${panel.category}`
    return <Form key={keptAs} view={view} tool={null} first={newDraft(panel.category)} keptAs={keptAs} />
  }
  const source = toolOfPanel(panel)
  if (began === undefined || began.id !== source || error?.status === 404)
    return (
      <Panel wide title="Tool" onClose={onClose}>
        <NoTool isReading={isReading} error={error} onRetry={onClose} />
      </Panel>
    )
  const isCopy = panel.kind === 'new'
  const keptAs = `${owner} ${isCopy ? 'copy of ' : ''}${began.id}`
  const first = isCopy ? copyOf(began) : draftOf(began)
  return <Form key={keptAs} view={view} tool={isCopy ? null : began} first={first} keptAs={keptAs} />
}
