import { Button } from '#ui/controls/button.tsx'

/** The two buttons of a dialog that is a form: what leaves everything as it is, and the verb that submits. */
export function DialogActions({
  keep = 'Cancel',
  onKeep,
  keepFirst = false,
  verb,
  danger = false,
  busy = false,
}: {
  keep?: string
  onKeep: () => void
  /** The focus begins at `keep`: Enter alone changes nothing. */
  keepFirst?: boolean
  verb: string
  /** What `verb` does cannot be taken back. */
  danger?: boolean
  busy?: boolean
}) {
  return (
    <>
      <Button size="md" data-autofocus={keepFirst ? '' : undefined} onClick={onKeep}>
        {keep}
      </Button>
      <Button look={danger ? 'danger-solid' : 'primary'} size="md" type="submit" busy={busy}>
        {verb}
      </Button>
    </>
  )
}
