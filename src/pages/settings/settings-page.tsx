import { Suspense, type ComponentType } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useMe } from '#api/query/me.ts'
import { Page } from '#shell/page.tsx'
import { settingsPath } from '#ui/paths.ts'
import { Note } from '#ui/feedback/note.tsx'
import { Select } from '#ui/controls/select-field.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { AboutSection } from './about-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DataSection } from './data-section.tsx'
import {
  sectionOf,
  sectionsFor,
  settingsGroups,
  settingsSections,
  type SectionFacts,
  type SectionName,
} from './settings-sections.ts'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { ZoneSection } from './zone-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import './settings.css'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Large sections that are rarely opened. They are loaded on a click, or in the background after the page. */
const ConnectionSection = lazyPart(async () => (await import('./connection/connection-section.tsx')).ConnectionSection)
const PeopleSection = lazyPart(async () => (await import('./people/people-section.tsx')).PeopleSection)
const KeysSection = lazyPart(async () => (await import('./keys/keys-section.tsx')).KeysSection)
const AlertsSection = lazyPart(async () => (await import('./alerts/alerts-section.tsx')).AlertsSection)
const CannedRepliesSection = lazyPart(async () => (await import('./canned-replies-section.tsx')).CannedRepliesSection)
const ActivitySection = lazyPart(async () => (await import('./activity/activity-section.tsx')).ActivitySection)

const contents: Record<SectionName, ComponentType> = {
  appearance: AppearanceSection,
  'time-zone': ZoneSection,
  shortcuts: ShortcutsSection,
  'sign-in': SignInSection,
  people: PeopleSection,
  keys: KeysSection,
  alerts: AlertsSection,
  activity: ActivitySection,
  'canned-replies': CannedRepliesSection,
  data: DataSection,
  connection: ConnectionSection,
  about: AboutSection,
}

function SectionLinks({ sections, open }: { sections: readonly SectionFacts[]; open: SectionName }) {
  return (
    <nav className="settings-nav max-sm:hidden" aria-label="Settings">
      {settingsGroups.map((group) => (
        <div key={group} className="grid">
          <p className="px-3 pb-1 text-xs text-text-3">{group}</p>
          {sections
            .filter((section) => section.group === group)
            .map((section) => (
              <Link
                key={section.name}
                to={settingsPath(section.name)}
                aria-current={section.name === open ? 'page' : undefined}
              >
                {section.label}
              </Link>
            ))}
        </div>
      ))}
    </nav>
  )
}

/** On a phone the sections are a select. */
function SectionChoice({ sections, open }: { sections: readonly SectionFacts[]; open: SectionName }) {
  const navigate = useNavigate()
  const isListed = sections.some((section) => section.name === open)
  return (
    <div className="border-b border-line px-4 py-3 sm:hidden">
      <Select
        aria-label="Section"
        value={isListed ? open : ''}
        options={[
          ...(isListed ? [] : [{ value: '', label: 'Choose a section' }]),
          ...sections.map(({ name, group, label }) => ({ value: name, label: `${group} · ${label}` })),
        ]}
        onValue={(name) => name !== '' && void navigate(settingsPath(name))}
      />
    </div>
  )
}

/** Shown if the section is not available to this role or in this service. */
function SectionUnavailable({ name }: { name: SectionName }) {
  const who = useMe()
  const facts: SectionFacts | undefined = settingsSections.find((section) => section.name === name)
  const isOffered = facts?.extension === undefined || (who?.extensions.includes(facts.extension) ?? false)
  return (
    <SettingsSection title={facts?.label ?? ''}>
      <Note title={isOffered ? 'Only an owner can see this' : 'Not supported by this service'}>
        <p>
          {isOffered ? 'Ask an owner to make you an owner under People.' : 'See Connection for supported features.'}
        </p>
      </Note>
    </SettingsSection>
  )
}

/** Settings page, with one section at a time: `/settings/people`. */
export function SettingsPage() {
  const name = sectionOf(useParams()['section'])
  const sections = sectionsFor(useMe())
  const isShown = sections.some((section) => section.name === name)
  const Content = contents[name]
  return (
    <Page title="Settings" part={settingsSections.find((section) => section.name === name)?.label}>
      <SectionChoice sections={sections} open={name} />
      <div className="flex min-h-0 flex-1">
        <SectionLinks sections={sections} open={name} />
        <div className="@container min-h-0 min-w-0 flex-1 overflow-auto px-6 py-5 max-lg:px-4">
          <Suspense
            fallback={
              <div className="max-w-(--measure)">
                <SkeletonRows rows={6} />
              </div>
            }
          >
            {isShown ? <Content /> : <SectionUnavailable name={name} />}
          </Suspense>
        </div>
      </div>
    </Page>
  )
}
