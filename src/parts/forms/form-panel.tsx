import { CircleX, TriangleAlert } from 'lucide-react'
import { useId, type ReactNode, type RefObject } from 'react'
import { connectionPrefix } from '#api/connection/connection.ts'
import { useMe } from '#api/query/me.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { TimeText } from '#parts/display/time.tsx'
import './form-panel.css'

const problemsText = (count: number): string => (count === 1 ? '1 problem' : `${count} problems`)

/** Number of problems: "1 problem"; if none prevents saving, "Cannot run yet: 1 problem". */
const ProblemCount = ({ count, runProblemCount }: { count: number; runProblemCount: number }) => (
  <span
    role="status"
    className={`status min-w-0 flex-1 ${count > 0 ? 'bad' : `warn ${runProblemCount > 0 ? 'max-sm:basis-full' : ''}`}`}
  >
    {count > 0 && (
      <>
        <CircleX />
        {problemsText(count + runProblemCount)}
      </>
    )}
    {count === 0 && runProblemCount > 0 && (
      <>
        <TriangleAlert />
        Cannot run yet: {problemsText(runProblemCount)}
      </>
    )}
  </span>
)

/** Identifies the owner of drafts in this browser: connection, account and user. */
export function useDraftOwner(): string {
  const who = useMe()
  return `${connectionPrefix()}${who?.account.id ?? ''} ${who?.person?.id ?? ''}`
}

/** Panel with a form: two columns of fields, and a footer with the number of problems and the buttons. */
export function FormPanel({
  title,
  label,
  icon,
  formRef,
  isChanged,
  restoredAt,
  problemCount,
  runProblemCount = 0,
  verb,
  isSaving,
  saveReason = null,
  notice,
  onRestart,
  onCancel,
  onClose,
  onSubmit,
  dialogs,
  children,
}: {
  title: ReactNode
  /** Accessible name of the form. */
  label: string
  icon: ReactNode
  formRef: RefObject<HTMLFormElement | null>
  isChanged: boolean
  /** When the restored draft was stored, in ms; null = no draft was restored. */
  restoredAt: number | null
  problemCount: number
  /** Number of problems that prevent running, not saving. */
  runProblemCount?: number
  /** Label of the submit button: "Create tool". */
  verb: string
  isSaving: boolean
  /** Why the form cannot be saved; null = it can. */
  saveReason?: string | null
  /** Note above the buttons, outside the scroll area. */
  notice?: ReactNode
  onRestart: () => void
  onCancel: () => void
  /** Closes the panel and keeps the draft. */
  onClose: () => void
  onSubmit: () => void
  /** Dialogs over the form. */
  dialogs?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Panel
      wide
      takesFocus
      title={
        <>
          {title}
          {isChanged && <span className="ml-2 text-xs font-normal text-text-3">Draft saved on this device</span>}
        </>
      }
      icon={icon}
      onClose={onClose}
      footer={
        <>
          {notice && <div className="flex-none border-t border-line px-5 py-2.5 max-sm:px-4">{notice}</div>}
          <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-2.5 max-sm:px-4">
            <ProblemCount count={problemCount} runProblemCount={runProblemCount} />
            <Button size="md" onClick={onCancel}>
              Cancel
            </Button>
            <Button size="md" variant="primary" type="submit" form={id} busy={isSaving} reason={saveReason}>
              {verb}
            </Button>
          </footer>
        </>
      }
    >
      <form
        ref={formRef}
        id={id}
        noValidate
        className="draft-form"
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault()
          if (saveReason === null) onSubmit()
        }}
      >
        {restoredAt !== null && (
          <div className="form-all">
            <Note title="Draft restored">
              From <TimeText at={new Date(restoredAt).toISOString()} />. Drafts do not include secrets. Enter them
              again.{' '}
              <button type="button" className="link cursor-pointer" onClick={onRestart}>
                Discard draft
              </button>
            </Note>
          </div>
        )}
        {children}
      </form>
      {dialogs}
    </Panel>
  )
}
