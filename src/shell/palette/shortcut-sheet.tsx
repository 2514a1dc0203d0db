import { Link } from 'react-router'
import { settingsPath } from '#ui/paths.ts'
import { singleKeys } from '#ui/browser/shortcut.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { closeOverlay } from './open-overlay.ts'
import { OverlaySheet } from './overlay-sheet.tsx'
import { ShortcutList } from './shortcut-list.tsx'

export function ShortcutSheet() {
  const areOff = useStoredSetting(singleKeys) === 'off'
  return (
    <OverlaySheet title="Shortcuts">
      {areOff && (
        <p className="text-text-2">
          Single-key shortcuts are off in{' '}
          <Link className="link" to={settingsPath('shortcuts')} onClick={closeOverlay}>
            Settings
          </Link>
          .
        </p>
      )}
      <div className="grid gap-4 sm:block sm:columns-2 sm:gap-10 sm:*:mb-4 sm:*:break-inside-avoid">
        <ShortcutList />
      </div>
    </OverlaySheet>
  )
}
