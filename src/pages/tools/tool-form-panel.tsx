import { CircleX } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { connectionPrefix } from '#api/connection.ts'
import { useMe } from '#api/me.ts'
import type { ApiError } from '#api/errors.ts'
import { KindTile } from '#canvas/kind-tile.tsx'
import type { Tool } from '#contract/tool.ts'
import { ActionError } from '#parts/action-error.tsx'
import { LoadNote } from '#parts/load-note.tsx'
import { Time } from '#parts/time.tsx'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { categoryNoun } from './category-words.ts'
import { dropKept, keepDraft, readKept } from './kept-draft.ts'
import { ToolConflictDialog } from './tool-conflict-dialog.tsx'
import { copyOf, draftOf, newDraft, type ToolDraft } from './tool-draft.ts'
import { ToolElsewhere } from './tool-elsewhere.tsx'
import { ToolFields } from './tool-fields.tsx'
import './tool-form.css'
import { isToolField } from './tool-problems.ts'
import { linkTo, type ToolsView } from './tools-view.ts'
import { useSaveTool } from './use-save-tool.ts'
import { useToolForm } from './use-tool-form.ts'

/** Seconds in which a draft that was given up can be taken back. */
const undoSeconds = 10

interface FormFacts {
  view: ToolsView
  /** The tool that is changed; null = a new one. */
  tool: Tool | null
  /** What the form shows without anything typed. */
  first: ToolDraft
  /** Where this browser keeps what is typed. */
  keptAs: string
}

/** "1 thing to correct". */
const Count = ({ count }: { count: number }) => (
  <span role="status" className="status bad min-w-0 flex-1">
    {count > 0 && (
      <>
        <CircleX />
        {count === 1 ? '1 thing to correct' : `${count} things to correct`}
      </>
    )}
  </span>
)

function Form({ view, tool, first, keptAs }: FormFacts) {
  const navigate = useNavigate()
  const formId = useId()
  const [kept, setKept] = useState(() => readKept(keptAs))
  const { form, box, toCorrect, check, refuse, restart } = useToolForm(first, kept?.draft ?? first, keptAs)
  const { draft } = form
  const go = (panel: ToolsView['panel']) => void navigate(linkTo(view, { panel }))
  const back: ToolsView['panel'] = tool === null ? { kind: 'none' } : { kind: 'tool', id: tool.id }
  const { save, isSaving, error, conflict, reset } = useSaveTool(tool?.id ?? null, {
    onRefused: refuse,
    onSaved: (saved) => {
      dropKept(keptAs)
      showToast({ message: tool === null ? `“${saved.name}” was created` : `“${saved.name}” was saved` })
      void navigate(linkTo(view, { panel: { kind: 'tool', id: saved.id } }), { replace: true })
    },
  })
  const noun = categoryNoun(draft.category)
  const cancel = () => {
    dropKept(keptAs)
    go(back)
    if (!form.isChanged) return
    const onUndo = () => {
      keepDraft(keptAs, draft)
      go(view.panel)
    }
    showToast({ message: 'The draft was given up', undo: { seconds: undoSeconds, onUndo } })
  }
  return (
    <Panel
      wide
      takesFocus
      title={
        <>
          {tool === null ? `New ${noun}` : <span dir="auto">{tool.name}</span>}
          {form.isChanged && <span className="ml-2 text-xs font-normal text-text-3">draft kept on this machine</span>}
        </>
      }
      icon={<KindTile kind={draft.category} />}
      onClose={() => go(back)}
      foot={
        <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-2.5 max-sm:px-4">
          <Count count={toCorrect} />
          <Button size="md" onClick={cancel}>
            Cancel
          </Button>
          <Button size="md" look="primary" type="submit" form={formId} busy={isSaving}>
            {tool === null ? 'Create tool' : 'Save tool'}
          </Button>
        </footer>
      }
    >
      <form
        ref={box}
        id={formId}
        noValidate
        className="tool-form"
        aria-label={tool === null ? `New ${noun}` : `Edit ${tool.name}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (check()) save(draft, draft.version)
        }}
      >
        {kept !== null && (
          <div className="form-all">
            <Note title="Your draft is here again">
              From <Time at={new Date(kept.at).toISOString()} />. Secrets that were typed are not in it: type them
              again.{' '}
              <button
                type="button"
                className="link cursor-pointer"
                onClick={() => {
                  setKept(null)
                  restart()
                }}
              >
                Start anew
              </button>
            </Note>
          </div>
        )}
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
      </form>
      {conflict !== null && draft.version !== null && (
        <ToolConflictDialog
          mine={draft.version}
          theirs={conflict.version}
          differences={conflict.differences}
          onClose={reset}
          onMine={() => save(draft, conflict.version)}
          onTheirs={() => {
            dropKept(keptAs)
            go(back)
          }}
        />
      )}
    </Panel>
  )
}

/** Whose drafts they are, in this browser. */
function useDraftOwner(): string {
  const who = useMe()
  return `${connectionPrefix()}${who?.account.id ?? ''} ${who?.person?.id ?? ''}`
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
  const source = panel.kind === 'new' ? panel.from : panel.kind === 'none' ? null : panel.id
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
