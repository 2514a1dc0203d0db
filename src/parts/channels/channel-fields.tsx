import { amountWords } from '#lib/money/typed-amount.ts'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import type { ChannelDraft } from './channel-draft.ts'
import { presetOptions } from './channel-kinds.ts'
import { CredentialField } from './credential-field.tsx'
import { FlowChoice } from './flow-choice.tsx'
import { ServerFields } from './server-fields.tsx'
import type { ChannelForm } from './use-channel-form.ts'

type Texts = 'origins' | 'title' | 'greeting' | 'visitorLimit' | 'dayLimit' | 'address' | 'apiBase'

/** What a field of text needs, by its name in the draft and its path in the body. */
const wired = (form: ChannelForm, name: Texts, path: string) => ({
  value: form.draft[name],
  error: form.error(path),
  onBlur: () => form.leave(path),
  onValue: (text: string) => form.set({ [name]: text }, path),
})

/** "Saved as €1,500.00 a day. "; '' where nothing can be read. */
const savedWords = (typed: string, currency: string | null): string => {
  const words = amountWords(typed, currency)
  return words === null ? '' : `Saved as ${words} a day. `
}

/** @param currency of the account, for the two amounts */
function WebchatFields({ form, currency }: { form: ChannelForm; currency: string | null }) {
  const unit = currency === null ? '' : `, ${currency}`
  return (
    <>
      <div className="form-all">
        <TextArea
          label="Allowed pages"
          optional
          rows={2}
          spellCheck={false}
          placeholder="https://shop.example.com"
          hint="One address per line. If empty, the web chat is shown only on its own page."
          {...wired(form, 'origins', 'config.origins')}
        />
      </div>
      <div className="form-all">
        <TextField
          label="Title"
          optional
          autoComplete="off"
          dir="auto"
          hint="Shown above the web chat. If empty, the name of the channel is shown."
          {...wired(form, 'title', 'config.title')}
        />
      </div>
      <div className="form-all">
        <TextArea label="Greeting" optional rows={2} dir="auto" {...wired(form, 'greeting', 'config.greeting')} />
      </div>
      <TextField
        label={`Limit per visitor and day${unit}`}
        optional
        inputMode="decimal"
        autoComplete="off"
        hint={`${savedWords(form.draft.visitorLimit, currency)}Above the limit, the web chat is closed for the day.`}
        {...wired(form, 'visitorLimit', 'config.visitor_limit')}
      />
      <TextField
        label={`Limit for all visitors per day${unit}`}
        optional
        inputMode="decimal"
        autoComplete="off"
        hint={savedWords(form.draft.dayLimit, currency) || 'If empty, only the balance limits it.'}
        {...wired(form, 'dayLimit', 'config.day_limit')}
      />
    </>
  )
}

function EmailFields({ form }: { form: ChannelForm }) {
  const { draft } = form
  return (
    <>
      <div className="form-all">
        <TextField
          label="Address"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          placeholder="orders@example.com"
          hint="The sender of outgoing messages."
          {...wired(form, 'address', 'config.address')}
        />
      </div>
      <ServerFields form={form} name="smtp" label="Outgoing mail (SMTP)" />
      <div className="form-all">
        <CheckField
          label="Receive mail by IMAP"
          checked={draft.fetches}
          onChange={(fetches) => form.set({ fetches })}
        />
      </div>
      {draft.fetches && <ServerFields form={form} name="imap" label="Incoming mail (IMAP)" />}
    </>
  )
}

function ProviderFields({ form }: { form: ChannelForm }) {
  const isSlack = form.draft.type === 'slack'
  return (
    <>
      <div className="form-all">
        <CredentialField
          form={form}
          name="bot_token"
          label="Bot token"
          hint={`${isSlack ? 'Begins with “xoxb-”.' : 'From @BotFather.'} Stored encrypted and never shown again. Without it the channel stays disconnected.`}
        />
      </div>
      {isSlack && (
        <div className="form-all">
          <CredentialField form={form} name="signing_secret" label="Signing secret" />
        </div>
      )}
      <div className="form-all">
        <TextField
          label="API base URL"
          optional
          className="mono"
          autoComplete="off"
          spellCheck={false}
          placeholder={isSlack ? 'https://slack.com/api' : 'https://api.telegram.org'}
          hint="Only if you use your own server instead."
          {...wired(form, 'apiBase', 'config.api_base')}
        />
      </div>
    </>
  )
}

function WebhookFields({ form }: { form: ChannelForm }) {
  const { preset, version } = form.draft
  return (
    <>
      <div className="form-all">
        <SelectField
          label="Signed by"
          value={preset}
          options={presetOptions}
          error={form.error('config.preset')}
          hint={
            preset === 'none'
              ? 'Anyone who knows the address can start the flow at your cost.'
              : 'Requests that are not signed with the secret of this channel are rejected.'
          }
          onValue={(next) => form.set({ preset: next }, 'config.preset')}
        />
      </div>
      {preset !== 'none' && (
        <div className="form-all">
          <CredentialField
            form={form}
            name="signing_secret"
            label="Sender’s signing secret"
            isOptional
            hint={
              version === null
                ? 'Only if the sender creates its own, as Stripe does. If empty, a secret is created and shown once.'
                : 'Only if the sender creates its own. The previous secret stays valid for one more day.'
            }
          />
        </div>
      )}
    </>
  )
}

const isOfProvider = ({ type }: ChannelDraft) => type === 'telegram' || type === 'slack'

/** The fields of a channel, made for its type. */
export function ChannelFields({
  form,
  currency,
  hasFlow = true,
}: {
  form: ChannelForm
  currency: string | null
  /** Whether its flow can be chosen: there may be none yet. */
  hasFlow?: boolean
}) {
  const { draft } = form
  const other = form.error('other')
  return (
    <>
      <div className={hasFlow ? undefined : 'form-all'}>
        <TextField
          label="Name"
          value={draft.name}
          autoComplete="off"
          dir="auto"
          error={form.error('name')}
          onBlur={() => form.leave('name')}
          onValue={(name) => form.set({ name }, 'name')}
        />
      </div>
      {hasFlow && <FlowChoice form={form} />}
      {draft.type === 'webchat' && <WebchatFields form={form} currency={currency} />}
      {draft.type === 'webhook' && <WebhookFields form={form} />}
      {draft.type === 'email' && <EmailFields form={form} />}
      {isOfProvider(draft) && <ProviderFields form={form} />}
      {other !== null && (
        <div className="form-all">
          <Note tone="bad" title={other} />
        </div>
      )}
    </>
  )
}
