import { LogOut } from 'lucide-react'
import { useMe } from '#api/me.ts'
import { Page } from '#shell/page.tsx'
import { useSignOut } from '#shell/sign-out.ts'
import { theme, themes } from '#shell/theme.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Segments } from '#ui/segments.tsx'
import { singleKeys } from '#ui/shortcut.ts'
import { useStored } from '#ui/stored.ts'
import { SampleSection } from './sample-section.tsx'
import { Section } from './section.tsx'

const themeWords = { system: 'System', light: 'Light', dark: 'Dark' }

function Appearance() {
  const chosen = useStored(theme)
  const keys = useStored(singleKeys)
  return (
    <Section title="Appearance">
      <Segments
        label="Theme"
        value={chosen}
        options={themes.map((value) => ({ value, label: themeWords[value] }))}
        onValue={theme.set}
      />
      <div className="flex items-start gap-2">
        <Checkbox
          label="Single-key shortcuts"
          checked={keys === 'on'}
          onChange={(checked) => singleKeys.set(checked ? 'on' : 'off')}
        />
        <span className="-mt-0.5">
          Single-key shortcuts
          <span className="block text-xs text-text-3">j, k, /, g f and others. ⌘K and Ctrl K work in any case.</span>
        </span>
      </div>
    </Section>
  )
}

function Session() {
  const who = useMe()
  const signOut = useSignOut()
  return (
    <Section title="Signed in">
      {who?.person && (
        <p>
          {who.person.email}
          <span className="text-text-3"> · {who.role}</span>
        </p>
      )}
      <Button icon={<LogOut />} onClick={signOut}>
        Sign out
      </Button>
    </Section>
  )
}

function About() {
  const service = useMe()?.service
  return (
    <Section title="About">
      <dl className="facts">
        <dt>Service</dt>
        <dd>{service ? `${service.name} ${service.version}` : '—'}</dd>
        <dt>Licence</dt>
        <dd>MIT</dd>
        <dt>Fonts</dt>
        <dd>
          IBM Plex,{' '}
          <a className="link" href="/licences/ibm-plex-OFL.txt">
            SIL Open Font License
          </a>
        </dd>
      </dl>
    </Section>
  )
}

export function SettingsPage() {
  return (
    <Page title="Settings">
      <div className="min-h-0 flex-1 overflow-auto px-5 py-5 max-lg:px-4">
        <div className="max-w-[720px]">
          <Appearance />
          <SampleSection />
          <Session />
          <About />
        </div>
      </div>
    </Page>
  )
}
