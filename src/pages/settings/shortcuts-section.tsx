import { ShortcutList } from '#shell/palette/shortcut-list.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { singleKeys } from '#ui/browser/shortcut.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from './settings-section.tsx'

export function ShortcutsSection() {
  const keys = useStoredSetting(singleKeys)
  return (
    <SettingsSection
      title="Shortcuts"
      words="Everything can be done by keyboard, even without shortcuts. ⌘K and Ctrl K always work."
    >
      <SettingsRows>
        <SettingsRow
          title="Single-key shortcuts"
          words="j, k, /, g f and others. Turn them off if speech input or another tool types letters."
        >
          <Checkbox
            label="Single-key shortcuts"
            checked={keys === 'on'}
            onChange={(checked) => {
              singleKeys.set(checked ? 'on' : 'off')
              showToast({ message: checked ? 'Single-key shortcuts are on' : 'Single-key shortcuts are off' })
            }}
          />
        </SettingsRow>
      </SettingsRows>
      <div className="card grid gap-5 px-4 py-4 @3xl:block @3xl:columns-2 @3xl:gap-12 @3xl:*:mb-5 @3xl:*:break-inside-avoid">
        <ShortcutList />
      </div>
    </SettingsSection>
  )
}
