import { Monitor, Moon, Sun } from 'lucide-react'
import { theme, themes } from '#shell/theme.ts'
import { Segments } from '#ui/controls/segments.tsx'
import { useStored } from '#ui/browser/stored-setting.ts'
import { Row, Rows, Section } from './settings-section.tsx'

const looks = {
  system: { label: 'System', icon: <Monitor /> },
  light: { label: 'Light', icon: <Sun /> },
  dark: { label: 'Dark', icon: <Moon /> },
}

export function AppearanceSection() {
  const chosen = useStored(theme)
  return (
    <Section title="Appearance" words="Kept in this browser; other people and other browsers have their own.">
      <Rows>
        <Row
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
        </Row>
        <Row
          title="Motion and contrast"
          words="Follow the system: with reduced motion nothing moves by itself, with forced colours the system’s colours are used."
        >
          <span className="text-text-3">As the system</span>
        </Row>
      </Rows>
    </Section>
  )
}
