import { Monitor, Moon, Sun } from 'lucide-react'
import { theme, themes } from '#shell/theme.ts'
import { Segments } from '#ui/controls/segments.tsx'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { SettingsRow, SettingsRows, SettingsSection } from './settings-section.tsx'

const looks = {
  system: { label: 'System', icon: <Monitor /> },
  light: { label: 'Light', icon: <Sun /> },
  dark: { label: 'Dark', icon: <Moon /> },
}

export function AppearanceSection() {
  const chosen = useStoredSetting(theme)
  return (
    <SettingsSection title="Appearance" words="Kept in this browser; other people and other browsers have their own.">
      <SettingsRows>
        <SettingsRow
          title="Theme"
          words={
            chosen === 'system'
              ? 'Light or dark, as the system says. Other tabs follow at once.'
              : `Always ${chosen}. Other tabs follow at once.`
          }
        >
          <Segments
            label="Theme"
            value={chosen}
            options={themes.map((value) => ({ value, ...looks[value] }))}
            onValue={theme.set}
          />
        </SettingsRow>
        <SettingsRow
          title="Motion and contrast"
          words="Follow the system: with reduced motion nothing moves by itself, with forced colours the system’s colours are used."
        >
          <span className="text-text-3">As the system</span>
        </SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}
