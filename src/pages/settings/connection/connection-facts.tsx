import { Check, CircleDashed, Minus } from 'lucide-react'
import { useMe } from '#api/query/me.ts'
import { Note } from '#ui/feedback/note.tsx'
import { CompatibilityReport } from './compatibility-report.tsx'
import { extensionOffers, serviceFeatures, type ExtensionOffer, type ServiceFeature } from './extension-words.ts'
import { ProductFacts } from './product-facts.tsx'
import { roleMeanings, roleWords } from '#pages/settings/people/people-rules.ts'

const absent = <span className="text-text-3">—</span>

/** The account and the person or key, in one card. */
function AccountFacts() {
  const who = useMe()
  return (
    <dl className="facts card px-4 py-3">
      <dt>Service</dt>
      <dd>{who ? `${who.service.name} ${who.service.version}` : absent}</dd>
      <dt>Account</dt>
      <dd>
        {who ? (
          <>
            <bdi>{who.account.name}</bdi>, in {who.account.currency}
          </>
        ) : (
          absent
        )}
      </dd>
      <dt>Signed in as</dt>
      <dd>{who ? (who.person?.email ?? 'A key') : absent}</dd>
      <dt>Role</dt>
      <dd>{who ? `${roleWords[who.role]}: ${roleMeanings[who.role].toLowerCase()}` : absent}</dd>
    </dl>
  )
}

const featureIcons = {
  whole: <Check className="s mt-[3px] text-ok" />,
  partial: <CircleDashed className="s mt-[3px] text-warn" />,
  missing: <Minus className="s mt-[3px] text-text-3" />,
}

const FeatureLine = ({ feature: { words, is, missing } }: { feature: ServiceFeature }) => (
  <li className="flex min-w-0 items-start gap-2">
    {featureIcons[is]}
    <div className="min-w-0">
      <p className={is === 'missing' ? 'text-text-3' : ''}>
        {words}
        {is === 'missing' && <span className="text-text-3"> · not available</span>}
      </p>
      {is === 'partial' && <p className="text-xs text-text-2">Without: {missing.join('; ')}</p>}
    </div>
  </li>
)

function ServiceFeatures() {
  const who = useMe()
  const features = serviceFeatures(who?.extensions ?? [])
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">What this service can do</h3>
      {who === null ? (
        <Note title="The service does not list its features">
          <p>
            The console only shows features of the specification: flows, tools, channels, conversations and billing.
          </p>
        </Note>
      ) : (
        <ul className="card grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-2">
          <FeatureLine feature={{ words: 'Read, import and export flows', is: 'whole', missing: [] }} />
          {features.map((feature) => (
            <FeatureLine key={feature.words} feature={feature} />
          ))}
        </ul>
      )}
    </section>
  )
}

const ExtensionList = ({ title, extensions }: { title: string; extensions: readonly ExtensionOffer[] }) =>
  extensions.length > 0 && (
    <section className="grid gap-1">
      <h3 className="font-medium">
        {title} <span className="font-normal text-text-3">{extensions.length}</span>
      </h3>
      <ul className="grid gap-x-6 gap-y-1 text-text-2 sm:grid-cols-2">
        {extensions.map(({ name, words }) => (
          <li key={name} className="min-w-0 wrap-anywhere">
            {words ?? <span className="mono">{name}</span>}
          </li>
        ))}
      </ul>
    </section>
  )

/** Technical details of the connection, for those who set up the service. */
function Diagnostics() {
  const who = useMe()
  const { supported, missing } = extensionOffers(who?.extensions ?? [])
  return (
    <details className="card">
      <summary className="cursor-pointer px-4 py-3 font-medium">Diagnostics</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line px-4 py-4">
        {who !== null && (
          <>
            <dl className="facts">
              <dt>Sign-in</dt>
              <dd>{who.person === null ? 'With a key' : 'With a password (HTTP-only cookie)'}</dd>
              <dt>Permissions</dt>
              <dd>{who.scopes.includes('write') ? 'Read and write' : 'Read'}</dd>
            </dl>
            <ExtensionList title="Supported extensions" extensions={supported} />
            <ExtensionList title="Extensions that this service does not have" extensions={missing} />
          </>
        )}
        <CompatibilityReport />
      </div>
    </details>
  )
}

/** The signed-in user, what the service can do, and technical details. */
export function ConnectionFacts() {
  const who = useMe()
  return (
    <>
      {who?.product === undefined ? (
        <>
          <AccountFacts />
          <ServiceFeatures />
        </>
      ) : (
        <ProductFacts who={who} product={who.product} />
      )}
      <Diagnostics />
    </>
  )
}
