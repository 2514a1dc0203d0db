import { ChevronRight } from 'lucide-react'
import { Suspense, type ComponentType } from 'react'
import { Link, useParams } from 'react-router'
import { useMe } from '#api/query/me.ts'
import { Page } from '#shell/page.tsx'
import { phone, useMedia } from '#ui/browser/media.ts'
import { paths, settingsPath } from '#ui/paths.ts'
import { Note } from '#ui/feedback/note.tsx'
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
} from '#shell/navigation/settings-sections.ts'
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

/** The sections beside the open one; on a phone they are a page of their own, without an open one. */
function SectionLinks({ sections, open }: { sections: readonly SectionFacts[]; open: SectionName | null }) {
  return (
    <nav className="settings-nav" aria-label="Settings">
      {settingsGroups
        .filter((group) => sections.some((section) => section.group === group))
        .map((group) => (
          <div key={group} className="grid">
            <p className="px-3 pb-1 text-xs text-text-3 max-sm:px-4">{group}</p>
            {sections
              .filter((section) => section.group === group)
              .map((section) => (
                <Link
                  key={section.name}
                  to={settingsPath(section.name)}
                  aria-current={section.name === open ? 'page' : undefined}
                >
                  {section.label}
                  <ChevronRight className="ml-auto text-text-3 sm:hidden" />
                </Link>
              ))}
          </div>
        ))}
    </nav>
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

/** Settings page, with one section at a time: `/settings/people`. On a phone, `/settings` lists the sections. */
export function SettingsPage() {
  const { section } = useParams()
  const name = sectionOf(section)
  const sections = sectionsFor(useMe())
  const isPhone = useMedia(phone)
  const Content = sections.some((shown) => shown.name === name) ? contents[name] : null
  if (isPhone && section === undefined)
    return (
      <Page title="Settings">
        <SectionLinks sections={sections} open={null} />
      </Page>
    )
  return (
    <Page
      title="Settings"
      part={settingsSections.find((shown) => shown.name === name)?.label}
      back={{ label: 'All settings', path: paths.settings }}
    >
      <div className="flex min-h-0 flex-1">
        {!isPhone && <SectionLinks sections={sections} open={name} />}
        <div className="@container min-h-0 min-w-0 flex-1 overflow-auto px-6 py-5 max-lg:px-4">
          <Suspense
            fallback={
              <div className="max-w-(--measure)">
                <SkeletonRows rows={6} />
              </div>
            }
          >
            {Content === null ? <SectionUnavailable name={name} /> : <Content />}
          </Suspense>
        </div>
      </div>
    </Page>
  )
}
