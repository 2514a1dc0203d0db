import { Link } from 'react-router'
import { settingsPath } from '#src/paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { singleKeys } from '#ui/shortcut.ts'
import { useStored } from '#ui/stored.ts'
import { overlay } from './overlay.ts'
import { ShortcutList } from './shortcut-list.tsx'

export function ShortcutSheet() {
  const close = () => overlay.set('none')
  const areOff = useStored(singleKeys) === 'off'
  return (
    <Dialog
      title="Shortcuts"
      className="shortcuts"
      onClose={close}
      actions={
        <Button size="md" data-autofocus="" onClick={close}>
          Close
        </Button>
      }
    >
      {areOff && (
        <p className="text-text-2">
          Single keys are switched off in{' '}
          <Link className="link" to={settingsPath('shortcuts')} onClick={close}>
            Settings
          </Link>
          .
        </p>
      )}
      <div className="grid gap-4 sm:block sm:columns-2 sm:gap-10 sm:*:mb-4 sm:*:break-inside-avoid">
        <ShortcutList />
      </div>
    </Dialog>
  )
}
