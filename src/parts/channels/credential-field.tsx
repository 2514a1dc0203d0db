import { SecretInput } from '#parts/forms/secret-input.tsx'
import { Field } from '#ui/controls/field.tsx'
import type { ChannelForm } from './use-channel-form.ts'

/**
 * Write-only field for a credential of the provider. A channel that lacks a required credential is created as
 * disconnected.
 */
export function CredentialField({
  form,
  name,
  label,
  hint = 'Stored encrypted and never shown again.',
  isOptional = false,
}: {
  form: ChannelForm
  name: string
  label: string
  hint?: string
  isOptional?: boolean
}) {
  const path = `credentials.${name}`
  return (
    <Field label={label} hint={hint} error={form.error(path)} optional={isOptional}>
      {(wiring) => (
        <SecretInput
          label={label}
          value={form.draft.credentials[name] ?? ''}
          hidden
          wiring={wiring}
          onValue={(value) => form.set({ credentials: { ...form.draft.credentials, [name]: value } }, path)}
          onLeave={() => form.onFieldBlur(path)}
        />
      )}
    </Field>
  )
}
