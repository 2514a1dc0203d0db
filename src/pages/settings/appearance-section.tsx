import { Monitor, Moon, Sun } from 'lucide-react'
import { theme, themes } from '#shell/theme.ts'
import { Segments } from '#ui/controls/segments.tsx'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { SettingsRow, SettingsRows, SettingsSection } from './settings-section.tsx'

const themeOptions = {
  system: { label: 'System', icon: <Monitor /> },
  light: { label: 'Light', icon: <Sun /> },
  dark: { label: 'Dark', icon: <Moon /> },
}

export function AppearanceSection() {
  const currentTheme = useStoredSetting(theme)
  return (
    <SettingsSection title="Appearance" words="Stored in this browser only.">
      <SettingsRows>
        <SettingsRow
          title="Theme"
          words={
            currentTheme === 'system'
              ? 'Follows the system setting. Other tabs update immediately.'
              : `Always ${currentTheme}. Other tabs update immediately.`
          }
        >
          <Segments
            label="Theme"
            value={currentTheme}
            options={themes.map((value) => ({ value, ...themeOptions[value] }))}
            onValue={theme.set}
          />
        </SettingsRow>
        <SettingsRow
          title="Motion and contrast"
          words="Animations and colours follow the system’s reduced motion and forced colours settings."
        >
          <span className="text-text-3">Follows system</span>
        </SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}
