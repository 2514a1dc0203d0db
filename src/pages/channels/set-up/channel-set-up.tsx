import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChannelDetail } from '#contract/channel.ts'
import { addressStep } from '#contract/channels/channel-descriptor.ts'
import { channelDescriptorOf, presetOptions } from '#contract/channels/descriptors.ts'
import { formatClock, formatDay } from '#lib/time/format-time.ts'
import { listOf, textOf } from '#lib/json/json.ts'
import { CopyableId } from '#parts/display/copyable-id.tsx'
import { Cost } from '#parts/display/cost.tsx'
import { secretMarkWords } from '#parts/forms/secret-mark.ts'
import { useZone } from '#parts/display/zone.ts'
import { useMe } from '#api/query/me.ts'
import { Note } from '#ui/feedback/note.tsx'
import { useNow } from '#ui/browser/now.ts'
import { CopyBlock } from '#pages/channels/copy-block.tsx'
import { firstDelivery } from './first-delivery.ts'

/** A new secret, shown once; `text` null = the response with it was lost. */
export interface OneTimeSecret {
  text: string | null
}

/** Note that the previous secret is still valid. */
function PreviousSecretNote({ until: at }: { until: string }) {
  const zone = useZone()
  const now = useNow()
  const end = Date.parse(at)
  if (!(end > now)) return null
  const until = `${formatDay(at, { now, zone })}, ${formatClock(end, zone)}`
  return (
    <Note title={`The previous secret stays valid until ${until}`}>
      Update the sender before then. After that, deliveries signed with the previous secret are rejected. If you have
      lost the new secret, rotate it again.
    </Note>
  )
}

const SecretNote = ({ secret }: { secret: OneTimeSecret }) =>
  secret.text === null ? (
    <Note tone="warn" title="The signing secret is not shown again">
      It was created by an earlier attempt whose response was lost. Rotate the secret to get a new one.
    </Note>
  ) : (
    <Note tone="warn" title="Copy the signing secret now. It is shown once.">
      <p className="mono mt-1 wrap-anywhere text-text select-all">
        <CopyableId id={secret.text} label="Copy signing secret" />
      </p>
    </Note>
  )

/** Display name of a preset; an unknown one keeps its own name. */
const presetWord = (preset: string): string => presetOptions.find(({ value }) => value === preset)?.label ?? preset

function WebhookSetUp({
  channel,
  address,
  secret,
}: {
  channel: ChannelDetail
  address: string
  secret: OneTimeSecret | null
}) {
  const preset = textOf(channel.config['preset'])
  const lines = firstDelivery(address, preset, secret?.text ?? null)
  const mark = channel.credentials['signing_secret']
  return (
    <>
      <dl className="facts">
        <dt>Signature</dt>
        <dd>{presetWord(preset)}</dd>
        {preset !== 'none' && mark !== undefined && (
          <>
            <dt>Secret</dt>
            <dd className="mono">{secretMarkWords(mark)}</dd>
          </>
        )}
      </dl>
      {secret !== null && preset !== 'none' && <SecretNote secret={secret} />}
      {preset !== 'none' && channel.old_secret_expires_at !== undefined && (
        <PreviousSecretNote until={channel.old_secret_expires_at} />
      )}
      {lines !== null && (
        <details open={secret !== null}>
          <summary className="cursor-pointer py-1 font-medium">Send a first delivery</summary>
          <p className="mb-2 text-text-2">
            Run this in a terminal with curl and openssl.
            {preset !== 'none' && secret?.text == null && ' Enter the signing secret in the first line.'}
          </p>
          <CopyBlock label="Commands for a first delivery" text={lines} />
        </details>
      )}
    </>
  )
}

const Amount = ({ amount, emptyText }: { amount: string; emptyText: string }) => {
  const currency = useMe()?.account.currency ?? null
  return amount === '' ? <span className="text-text-3">{emptyText}</span> : <Cost amount={amount} currency={currency} />
}

function WebchatSetUp({ channel: { config }, address }: { channel: ChannelDetail; address: string }) {
  const origins = listOf(config['origins']).map(textOf)
  return (
    <>
      <p>
        <a className="btn" href={address} target="_blank" rel="noreferrer">
          <ExternalLink /> Open web chat
        </a>
      </p>
      <div className="grid gap-1">
        <p className="text-text-2">Add this to your pages, before the closing body tag:</p>
        <CopyBlock label="Embed code" text={`<script src="${address}/embed.js" async></script>`} />
      </div>
      <dl className="facts">
        <dt>Shown on</dt>
        <dd>
          {origins.length === 0 ? (
            <span className="text-text-3">Only on its own page. Edit the channel to add other sites.</span>
          ) : (
            <ul>
              {origins.map((origin) => (
                <li key={origin} className="mono wrap-anywhere">
                  {origin}
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>Daily limit per visitor</dt>
        <dd>
          <Amount amount={textOf(config['visitor_limit'])} emptyText="No limit" />
        </dd>
        <dt>Daily limit, all visitors</dt>
        <dd>
          <Amount amount={textOf(config['day_limit'])} emptyText="No limit except the balance" />
        </dd>
      </dl>
    </>
  )
}

/** Steps at the provider; none if the type has no provider, or a step needs an address that the channel lacks. */
function providerSteps(type: string, address: string | null): readonly string[] {
  const steps = channelDescriptorOf(type)?.steps ?? []
  if (address === null) return steps.includes(addressStep) ? [] : steps
  return steps.map((step) => (step === addressStep ? address : step))
}

function ProviderSteps({ type, address }: { type: string; address: string | null }) {
  const steps = providerSteps(type, address)
  if (steps.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer py-1 font-medium">Steps at the provider</summary>
      <ol className="grid list-decimal gap-1.5 pl-5 text-text-2">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
    </details>
  )
}

const Address = ({ children }: { children: ReactNode }) => (
  <dl className="facts">
    <dt>Address</dt>
    <dd>{children}</dd>
  </dl>
)

/** How to set up the sender or provider: the channel's URL, its secret, and where to enter them. */
export function ChannelSetUp({ channel, secret }: { channel: ChannelDetail; secret: OneTimeSecret | null }) {
  const { type, address } = channel
  return (
    <section className="section grid gap-3" aria-label="Set-up">
      <h3>Set-up</h3>
      {address !== null && (
        <Address>
          <CopyableId id={address} label="Copy address" />
        </Address>
      )}
      {type === 'webhook' && address !== null && <WebhookSetUp channel={channel} address={address} secret={secret} />}
      {type === 'webchat' && address !== null && <WebchatSetUp channel={channel} address={address} />}
      <ProviderSteps type={type} address={address} />
    </section>
  )
}
