import type { MailServerField } from '#contract/channels/channel-descriptor.ts'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { configText } from './channel-draft.ts'
import { CredentialField } from './credential-field.tsx'
import type { ChannelForm } from './use-channel-form.ts'

/** Form fields of a mail server: address, credentials and, if it has one, the folder. */
export function ServerFields({ form, name, field }: { form: ChannelForm; name: string; field: MailServerField }) {
  const part = (key: 'host' | 'port' | 'user' | 'folder') => {
    const path = `${name}.${key}`
    return {
      value: configText(form.draft, path),
      autoComplete: 'off',
      spellCheck: false,
      error: form.error(`config.${path}`),
      onBlur: () => form.onFieldBlur(`config.${path}`),
      onValue: (text: string) => form.setConfig(path, text),
    }
  }
  return (
    <fieldset className="form-all grid gap-3">
      <legend className="mb-2 font-semibold">{field.label}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_88px] gap-x-4 gap-y-3">
        <TextField label="Host" className="mono" {...part('host')} placeholder={`${name}.example.com`} />
        <TextField label="Port" inputMode="numeric" {...part('port')} />
      </div>
      <CheckField
        label="Connect with TLS (otherwise STARTTLS)"
        checked={form.draft.config[`${name}.secure`] === true}
        onChange={(secure) => form.setConfig(`${name}.secure`, secure)}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-sm:grid-cols-1">
        <TextField label="Username" optional {...part('user')} hint="Most providers expect the full email address." />
        <CredentialField form={form} name={field.credential} label="Password" />
      </div>
      {field.hasFolder && <TextField label="Folder" optional {...part('folder')} placeholder="INBOX" />}
    </fieldset>
  )
}
