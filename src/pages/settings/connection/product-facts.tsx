import { KeyRound, LogOut, Minus } from 'lucide-react'
import { useState } from 'react'
import { connection } from '#api/connection/connection.ts'
import { credentialInfo, type CredentialInfo } from '#api/connection/connections.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import type { Me } from '#contract/account.ts'
import type { Product } from '#contract/product.ts'
import { KeySteps } from '#parts/connection/key-fields.tsx'
import { useSignInHelp } from '#parts/connection/use-key-sign-in.ts'
import { KeyDialog } from '#shell/session/key-dialog.tsx'
import { useSignOut } from '#shell/session/sign-out.ts'
import { Button } from '#ui/controls/button.tsx'
import { Absent } from '#ui/feedback/absent.tsx'
import { missingWords } from './missing-words.ts'

/** The origin of the product's own pages; '' if it has none. */
function addressOf({ links }: Product): string {
  const template = links.flow ?? links.run ?? links.node
  return template !== null && URL.canParse(template) ? new URL(template).origin : ''
}

const keyWords = ({ lastCharacters: end, storedIn }: CredentialInfo): string =>
  `${end === '' ? 'Stored' : `Ends in ${end}`}, ${storedIn === 'tab' ? 'for this tab' : 'remembered on this device'}`

/** The key in use, how to get another one, and buttons to change or forget it. */
function KeyCard({ title }: { title: string }) {
  const of = connection()
  // Renders again after a change of the key.
  useConnections()
  const info = credentialInfo(of.id)
  const help = useSignInHelp(of)
  const signOut = useSignOut()
  const [isChanging, setChanging] = useState(false)
  // Without a key of the user, the console uses its own.
  if (info === null && help === null) return null
  return (
    <section className="card grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h3 className="font-medium">{help?.label ?? 'Key'}</h3>
          <p className="text-text-2">{info === null ? 'Set by the console.' : keyWords(info)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={<KeyRound />} onClick={() => setChanging(true)}>
            Change key
          </Button>
          {info !== null && (
            <Button icon={<LogOut />} onClick={signOut}>
              Remove key
            </Button>
          )}
        </div>
      </div>
      {help != null && (
        <details>
          <summary className="cursor-pointer text-text-2">How to get a key</summary>
          <div className="pt-2">
            <KeySteps help={help} />
          </div>
        </details>
      )}
      {isChanging && <KeyDialog product={title} onClose={() => setChanging(false)} />}
    </section>
  )
}

/** The product behind the connector, the key for it, and what it does not have. */
export function ProductFacts({ who, product }: { who: Me; product: Product }) {
  const { title } = product
  const address = addressOf(product)
  const missing = missingWords(who)
  return (
    <>
      <dl className="facts card px-4 py-3">
        <dt>Product</dt>
        <dd>
          {title} {who.service.version}
        </dd>
        <dt>Address</dt>
        <dd className="wrap-anywhere">
          {address === '' ? (
            <Absent />
          ) : (
            <a className="link mono text-xs" href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
          )}
        </dd>
        <dt>Account</dt>
        <dd>
          <bdi>{who.account.name || <Absent />}</bdi>
        </dd>
        {who.person !== null && (
          <>
            <dt>Signed in as</dt>
            <dd>{who.person.email || who.person.name}</dd>
          </>
        )}
        <dt>Access</dt>
        <dd>{who.scopes.includes('write') ? 'Read and write' : 'Read only'}</dd>
      </dl>
      <KeyCard title={title} />
      {missing.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-medium">What {title} does not have</h3>
          <p className="text-text-2">
            The programming interface of {title} does not offer these, so the console does not show them.
          </p>
          <ul className="card grid gap-x-6 gap-y-2 px-4 py-3 text-text-2 sm:grid-cols-2">
            {missing.map((words) => (
              <li key={words} className="flex min-w-0 items-start gap-2">
                <Minus className="s mt-[3px] flex-none text-text-3" />
                {words}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
