import { Button } from '#ui/controls/button.tsx'

/** The two buttons of a form dialog: one that cancels, and the verb that submits. */
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
  /** The focus starts at `keep`, so that Enter changes nothing. */
  keepFirst?: boolean
  verb: string
  /** The effect of `verb` is irreversible. */
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
