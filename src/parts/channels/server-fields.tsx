import { CheckField } from '#ui/controls/checkbox.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import type { ServerDraft } from './channel-draft.ts'
import { CredentialField } from './credential-field.tsx'
import type { ChannelForm } from './use-channel-form.ts'

/** A mail server: where it is, and how one signs in. */
export function ServerFields({ form, name, label }: { form: ChannelForm; name: 'smtp' | 'imap'; label: string }) {
  const server = form.draft[name]
  const field = (key: keyof ServerDraft) => {
    const path = `config.${name}.${key}`
    return {
      value: typeof server[key] === 'string' ? server[key] : '',
      autoComplete: 'off',
      spellCheck: false,
      error: form.error(path),
      onBlur: () => form.leave(path),
      onValue: (text: string) => form.set({ [name]: { ...server, [key]: text } }, path),
    }
  }
  return (
    <fieldset className="form-all grid gap-3">
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_88px] gap-x-4 gap-y-3">
        <TextField label="Host" className="mono" {...field('host')} placeholder={`${name}.example.com`} />
        <TextField label="Port" inputMode="numeric" {...field('port')} />
      </div>
      <CheckField
        label="Use TLS from the start"
        checked={server.secure}
        onChange={(secure) => form.set({ [name]: { ...server, secure } }, `config.${name}.secure`)}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-sm:grid-cols-1">
        <TextField label="User" optional {...field('user')} hint="Most providers expect the full email address." />
        <CredentialField form={form} name={`${name}_password`} label="Password" />
      </div>
      {name === 'imap' && <TextField label="Folder" optional {...field('folder')} placeholder="INBOX" />}
    </fieldset>
  )
}
