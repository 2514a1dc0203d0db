import { CheckField } from '#ui/controls/checkbox.tsx'
import { Field } from '#ui/controls/field.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { CodeField } from './code-field.tsx'
import { SecretInput } from '#parts/forms/secret-input.tsx'
import type { ToolForm } from './use-tool-form.ts'

const types = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'json', label: 'JSON' },
] as const

const answers = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const

function Value({ form }: { form: ToolForm }) {
  const { valueType, value, secret } = form.draft.config
  const onValue = (next: string) => form.setConfig({ value: next }, 'config.value')
  const isTyped = typeof value === 'string'
  if (isTyped && valueType === 'json' && !secret)
    return (
      <CodeField form={form} field="config.value" label="Value, JSON" language="json" value={value} onValue={onValue} />
    )
  if (isTyped && valueType === 'boolean')
    return <SelectField label="Value" value={value === 'true' ? 'true' : 'false'} options={answers} onValue={onValue} />
  return (
    <Field
      label="Value"
      hint={secret ? 'Stored encrypted and never shown again. Flows refer to it as {{ secrets.key }}.' : undefined}
      error={form.error('config.value')}
    >
      {(wiring) => (
        <SecretInput
          label="value"
          value={value}
          hidden={secret}
          wiring={wiring}
          onValue={onValue}
          onLeave={() => form.onFieldBlur('config.value')}
        />
      )}
    </Field>
  )
}

/** Fields of a global tool, which is a value shared by many flows. */
export function GlobalFields({ form }: { form: ToolForm }) {
  const { valueType, secret, value } = form.draft.config
  return (
    <>
      <SelectField
        label="Type"
        value={valueType}
        options={types}
        onValue={(next) =>
          form.setConfig({
            valueType: next,
            ...(next === 'boolean' && value !== 'true' ? { value: 'false' } : {}),
          })
        }
      />
      <div className="field content-end">
        <CheckField
          label="Secret"
          checked={secret}
          onChange={(checked) =>
            // A stored secret is never returned, so a new value is needed if "Secret" is turned off.
            form.setConfig({ secret: checked, ...(typeof value === 'string' ? {} : { value: '' }) }, 'config.value')
          }
        />
      </div>
      <div className="form-all">
        <Value form={form} />
      </div>
    </>
  )
}
