import { createPortal } from 'react-dom'
import { FieldConflictDialog } from '#parts/forms/field-conflict-dialog.tsx'
import type { FieldConflict } from './use-field-save.ts'

/** A field as another user saved it, and one's own value. It is shown among the fields. */
export const FieldConflictChoice = ({ noun, conflict }: { noun: string; conflict: FieldConflict | null }) =>
  conflict &&
  createPortal(
    <FieldConflictDialog
      noun={noun}
      mine={conflict.versions.mine}
      theirs={conflict.versions.theirs}
      differences={[{ label: conflict.label, mine: conflict.mine || '—', theirs: conflict.theirs || '—' }]}
      onMine={conflict.onMine}
      onTheirs={conflict.onTheirs}
      onClose={conflict.onTheirs}
    />,
    document.body,
  )
