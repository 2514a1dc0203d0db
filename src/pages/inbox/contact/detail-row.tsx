import { CircleX } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Absent } from '#ui/feedback/absent.tsx'

/** A name and its value. */
export function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="cut">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

export const DetailText = ({ text }: { text: string | null }) =>
  text === null || text === '' ? <Absent /> : <bdi>{text}</bdi>

export interface DetailEditStart {
  /** The text when editing began. */
  text: string
  version: number | undefined
}

interface InlineEditorProps {
  name: string
  /** The current text. */
  text: string
  type: 'text' | 'email' | 'tel'
  hint: string | undefined
  start: DetailEditStart
  onSave: (typed: string, start: DetailEditStart) => Promise<string | null>
  onClose: () => void
}

/** Inline editor of a value: Enter saves, Escape cancels, errors are shown below. */
function InlineEditor({ name, text, type, hint, start, onSave, onClose }: InlineEditorProps) {
  const id = useId()
  const [typed, setTyped] = useState(start.text)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    if (typed.trim() === start.text) {
      onClose()
      return
    }
    setBusy(true)
    setError(null)
    const saveError = await onSave(typed.trim(), start)
    setBusy(false)
    if (saveError === null) onClose()
    else setError(saveError)
  }
  const changeNotice = text === start.text ? null : `Changed by someone else: ${text === '' ? 'removed' : text}.`
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <span className="input sm">
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the clicked value
          autoFocus
          type={type === 'email' ? 'text' : type}
          inputMode={type}
          aria-label={name}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={`${id}-words`}
          autoComplete="off"
          value={typed}
          readOnly={busy}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            if (!busy && typed === start.text) onClose()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onClose()
          }}
        />
      </span>
      <p
        id={`${id}-words`}
        className={error === null ? 'hint' : 'field-error'}
        role={error === null ? undefined : 'alert'}
      >
        {error !== null && <CircleX className="xs" />}
        <span>{error ?? changeNotice ?? hint ?? (busy ? 'Saving' : 'Enter saves, Esc cancels.')}</span>
      </p>
    </form>
  )
}

/** A value with inline editing. */
export function EditableDetail({
  name,
  text,
  version,
  type = 'text',
  hint,
  onSave,
}: {
  name: string
  /** The editable text; '' = none. */
  text: string
  version: number | undefined
  type?: 'text' | 'email' | 'tel'
  hint?: string
  /** Resolves with null if the editor can be closed, else with the error. */
  onSave: (typed: string, start: DetailEditStart) => Promise<string | null>
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [start, setStart] = useState<DetailEditStart | null>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The editor was removed: if it had the focus, the focus returns to the value.
    if (start === null && wasOpen.current && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = start !== null
  }, [start])
  return (
    <DetailRow name={name}>
      {start === null ? (
        <button
          ref={button}
          type="button"
          className="value-button"
          aria-labelledby={`${id}-word ${id}-value`}
          onClick={() => setStart({ text, version })}
        >
          <span id={`${id}-word`} className="sr-only">
            Change {name.toLowerCase()}:
          </span>
          <span id={`${id}-value`} className="min-w-0 wrap-anywhere">
            {text === '' ? <span className="text-text-3">Add</span> : <bdi>{text}</bdi>}
          </span>
        </button>
      ) : (
        <InlineEditor
          name={name}
          text={text}
          type={type}
          hint={hint}
          start={start}
          onSave={onSave}
          onClose={() => setStart(null)}
        />
      )}
    </DetailRow>
  )
}
