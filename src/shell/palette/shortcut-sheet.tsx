import { Link } from 'react-router'
import { settingsPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { singleKeys } from '#ui/browser/shortcut.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { openOverlay } from './open-overlay.ts'
import { ShortcutList } from './shortcut-list.tsx'

export function ShortcutSheet() {
  const close = () => openOverlay.set('none')
  const areOff = useStoredSetting(singleKeys) === 'off'
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
          Single-key shortcuts are off in{' '}
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
