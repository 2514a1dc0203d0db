import { Suspense, useState } from 'react'
import { useMe } from '#api/query/me.ts'
import { Button } from '#ui/controls/button.tsx'
import { Logo } from '#ui/feedback/logo.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useApiDocs } from '#parts/connection/use-api-docs.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Loaded on use, since the texts are long and rarely read. */
const LicencesList = lazyPart(async () => (await import('./licences-list.tsx')).LicencesList, { preload: 'on use' })

export function AboutSection() {
  const service = useMe()?.service
  const apiDocs = useApiDocs()
  const [areLicencesShown, setLicencesShown] = useState(false)
  return (
    <SettingsSection title="About">
      <div className="card flex items-start gap-4 px-4 py-4">
        <Logo size={40} />
        <dl className="facts min-w-0 flex-1">
          <dt>Console</dt>
          <dd>Flow Console {import.meta.env.CONSOLE_VERSION}</dd>
          <dt>Service</dt>
          <dd>{service ? `${service.name} ${service.version}` : '—'}</dd>
          {apiDocs !== null && (
            <>
              <dt>API</dt>
              <dd>
                <a className="link" href={apiDocs}>
                  API reference
                </a>
              </dd>
            </>
          )}
          <dt>Licence</dt>
          <dd>MIT</dd>
          <dt>Fonts</dt>
          <dd>
            IBM Plex Sans and Mono,{' '}
            <a className="link" href="/licences/ibm-plex-OFL.txt">
              SIL Open Font License
            </a>
          </dd>
        </dl>
      </div>
      <section className="grid gap-2">
        <h3 className="font-medium">Open source packages</h3>
        <p className="text-text-2">All packages in the console and the service, with their licences.</p>
        {areLicencesShown ? (
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <LicencesList />
          </Suspense>
        ) : (
          <div>
            <Button onClick={() => setLicencesShown(true)}>Show licences</Button>
          </div>
        )}
      </section>
    </SettingsSection>
  )
}
