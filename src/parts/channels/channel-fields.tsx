import type { ChannelField } from '#contract/channels/channel-descriptor.ts'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import { amountPreview } from '#lib/money/typed-amount.ts'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { configText, hasServer } from './channel-draft.ts'
import { CredentialField } from './credential-field.tsx'
import { FlowChoice } from './flow-choice.tsx'
import { ServerFields } from './server-fields.tsx'
import type { ChannelForm } from './use-channel-form.ts'

type Of<Kind extends ChannelField['kind']> = Extract<ChannelField, { kind: Kind }>

interface FieldFacts<Field extends ChannelField> {
  form: ChannelForm
  /** Path in the config, or name of the credential. */
  name: string
  field: Field
  /** Currency of the account, for amounts. */
  currency: string | null
}

/** Props that connect a text field to the form. */
const wired = (form: ChannelForm, name: string) => ({
  value: configText(form.draft, name),
  error: form.error(`config.${name}`),
  onBlur: () => form.onFieldBlur(`config.${name}`),
  onValue: (text: string) => form.setConfig(name, text),
})

const formats = {
  words: { dir: 'auto' },
  code: { className: 'mono', spellCheck: false },
  email: { inputMode: 'email', spellCheck: false },
} as const satisfies Record<Of<'text'>['format'], object>

/** "Saved as €1,500.00 a day. ", for a hint that follows; '' if the text is not an amount. */
const savedWords = (typed: string, currency: string | null): string => {
  const words = amountPreview(typed, currency)
  return words === null ? '' : `Saved as ${words} a day. `
}

function AmountField({ form, name, field, currency }: FieldFacts<Of<'amount'>>) {
  const saved = savedWords(configText(form.draft, name), currency)
  return (
    <TextField
      label={`${field.label}${currency === null ? '' : `, ${currency}`}`}
      optional
      inputMode="decimal"
      autoComplete="off"
      hint={`${saved}${field.hint ?? ''}` || field.hintWithout}
      {...wired(form, name)}
    />
  )
}

function ChoiceField({ form, name, field }: FieldFacts<Of<'choice'>>) {
  const value = configText(form.draft, name)
  return (
    <SelectField
      label={field.label}
      value={value}
      options={field.options}
      error={form.error(`config.${name}`)}
      hint={field.options.find((option) => option.value === value)?.hint}
      onValue={(next) => form.setConfig(name, next)}
    />
  )
}

function MailServer({ form, name, field }: FieldFacts<Of<'server'>>) {
  const isUsed = hasServer(form.draft, name, field)
  return (
    <>
      {field.optionalBy !== undefined && (
        <div className="form-all">
          <CheckField label={field.optionalBy} checked={isUsed} onChange={(checked) => form.setConfig(name, checked)} />
        </div>
      )}
      {isUsed && <ServerFields form={form} name={name} field={field} />}
    </>
  )
}

function Credential({ form, name, field }: FieldFacts<Of<'credential'>>) {
  const { label, hint, hintOnEdit, isOptional, hiddenBy } = field
  if (hiddenBy !== undefined && configText(form.draft, hiddenBy.field) === hiddenBy.value) return null
  return (
    <div className="form-all">
      <CredentialField
        form={form}
        name={name}
        label={label}
        isOptional={isOptional}
        hint={form.draft.version === null ? hint : (hintOnEdit ?? hint)}
      />
    </div>
  )
}

function OneField({ field, ...facts }: FieldFacts<ChannelField>) {
  const { form, name } = facts
  switch (field.kind) {
    case 'text': {
      const { label, isOptional, placeholder, hint, format } = field
      const words = { label, optional: isOptional, placeholder, hint }
      return (
        <div className="form-all">
          <TextField autoComplete="off" {...words} {...formats[format]} {...wired(form, name)} />
        </div>
      )
    }
    case 'area':
    case 'lines': {
      const { label, isOptional, placeholder, hint, kind } = field
      const words = { label, optional: isOptional, placeholder, hint }
      const look = kind === 'area' ? { dir: 'auto' } : { spellCheck: false }
      return (
        <div className="form-all">
          <TextArea rows={2} {...words} {...look} {...wired(form, name)} />
        </div>
      )
    }
    case 'amount':
      return <AmountField field={field} {...facts} />
    case 'choice':
      return (
        <div className="form-all">
          <ChoiceField field={field} {...facts} />
        </div>
      )
    case 'server':
      return <MailServer field={field} {...facts} />
    case 'credential':
      return <Credential field={field} {...facts} />
  }
}

/** Form fields of a channel, from the descriptor of its type. */
export function ChannelFields({
  form,
  currency,
  hasFlow = true,
}: {
  form: ChannelForm
  currency: string | null
  /** Whether a flow can be chosen; during setup there may be none. */
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
          onBlur={() => form.onFieldBlur('name')}
          onValue={(name) => form.set({ name }, 'name')}
        />
      </div>
      {hasFlow && <FlowChoice form={form} />}
      {Object.entries(channelDescriptors[draft.type].fields).map(
        ([path, field]) =>
          field && (
            <OneField
              key={path}
              form={form}
              name={path.slice(path.indexOf('.') + 1)}
              field={field}
              currency={currency}
            />
          ),
      )}
      {other !== null && (
        <div className="form-all">
          <Note tone="bad" title={other} />
        </div>
      )}
    </>
  )
}
