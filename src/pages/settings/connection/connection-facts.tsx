import { Check, Minus } from 'lucide-react'
import { useMe } from '#api/query/me.ts'
import { Note } from '#ui/feedback/note.tsx'
import { extensionOffers, type ExtensionOffer } from './extension-words.ts'
import { roleMeanings, roleWords } from '#pages/settings/people/people-rules.ts'

const absent = <span className="text-text-3">—</span>

function ExtensionList({
  title,
  extensions,
  areMissing = false,
}: {
  title: string
  extensions: readonly ExtensionOffer[]
  areMissing?: boolean
}) {
  if (extensions.length === 0) return null
  const Icon = areMissing ? Minus : Check
  return (
    <details className="card px-4 py-1">
      <summary className="cursor-pointer py-2">
        <h3 className="inline font-medium">{title}</h3> <span className="text-text-3">{extensions.length}</span>
      </summary>
      <ul className="grid gap-x-6 gap-y-1 pb-3 sm:grid-cols-2">
        {extensions.map(({ name, words }) => (
          <li key={name} className={`flex min-w-0 items-start gap-2 ${areMissing ? 'text-text-3' : ''}`}>
            <Icon className={`s mt-[3px] ${areMissing ? '' : 'text-ok'}`} />
            {words ?? <span className="mono wrap-anywhere">{name}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The signed-in user, and the extensions of the service. */
export function ConnectionFacts() {
  const who = useMe()
  const { supported, missing } = extensionOffers(who?.extensions ?? [])
  return (
    <>
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
        <dt>Sign-in</dt>
        <dd>{who === null ? absent : who.person === null ? 'With a key' : 'With a password (HTTP-only cookie)'}</dd>
        <dt>Role</dt>
        <dd>{who ? `${roleWords[who.role]}: ${roleMeanings[who.role].toLowerCase()}` : absent}</dd>
        <dt>Permissions</dt>
        <dd>{who ? (who.scopes.includes('write') ? 'Read and write' : 'Read') : absent}</dd>
      </dl>
      {who === null ? (
        <Note title="The service does not list its features">
          <p>The console only shows features of the specification.</p>
        </Note>
      ) : (
        <>
          <ExtensionList title="Supported features" extensions={supported} />
          <ExtensionList title="Features that this service does not have" extensions={missing} areMissing />
        </>
      )}
    </>
  )
}
