import { useState } from 'react'
import { TextField } from '#ui/controls/text-field.tsx'
import { CodeField } from './code-field.tsx'
import type { ToolForm } from './use-tool-form.ts'

/** Field for the time limit in milliseconds. */
const TimeLimit = ({ form }: { form: ToolForm }) => (
  <TextField
    label="Time limit, ms"
    optional
    inputMode="numeric"
    autoComplete="off"
    placeholder="10000"
    value={form.draft.config.timeout}
    error={form.error('config.timeout_ms')}
    onBlur={() => form.onFieldBlur('config.timeout_ms')}
    onValue={(timeout) => form.setConfig({ timeout }, 'config.timeout_ms')}
  />
)

function ModelLimits({ form }: { form: ToolForm }) {
  const { config } = form.draft
  return (
    <>
      <TextField
        label="Temperature"
        optional
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.2"
        value={config.temperature}
        error={form.error('config.temperature')}
        onBlur={() => form.onFieldBlur('config.temperature')}
        onValue={(temperature) => form.setConfig({ temperature }, 'config.temperature')}
      />
      <TextField
        label="Maximum output"
        optional
        hint="In tokens."
        inputMode="numeric"
        autoComplete="off"
        placeholder="1000"
        value={config.maxTokens}
        error={form.error('config.max_tokens')}
        onBlur={() => form.onFieldBlur('config.max_tokens')}
        onValue={(maxTokens) => form.setConfig({ maxTokens }, 'config.max_tokens')}
      />
    </>
  )
}

const SchemaFields = ({ form }: { form: ToolForm }) => (
  <>
    <CodeField
      form={form}
      field="input_schema"
      label="Input, JSON Schema"
      optional
      language="json"
      minLines={5}
      hint={
        <>
          Example: <span className="mono wrap-anywhere">{'{"properties": {"order_no": {"type": "string"}}}'}</span>
        </>
      }
      value={form.draft.input}
      onValue={(input) => form.set({ input }, 'input_schema')}
    />
    <CodeField
      form={form}
      field="output_schema"
      label="Output, JSON Schema"
      optional
      language="json"
      minLines={5}
      value={form.draft.output}
      onValue={(output) => form.set({ output }, 'output_schema')}
    />
  </>
)

const advancedFields = [
  'input_schema',
  'output_schema',
  'config.timeout_ms',
  'config.temperature',
  'config.max_tokens',
] as const

/** Fields that few tools need, folded unless one of them has a problem. */
export function AdvancedFields({ form }: { form: ToolForm }) {
  const [isOpen, setOpen] = useState(false)
  const { category } = form.draft
  const hasProblem = advancedFields.some((field) => form.problems(field).length > 0)
  const hasLimit = category === 'api' || category === 'code'
  return (
    <details
      className="form-all border-t border-line"
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => {
        // The field with the problem must stay focusable.
        if (hasProblem) currentTarget.open = true
        setOpen(currentTarget.open)
      }}
    >
      <summary className="cursor-pointer py-3">
        <span className="font-medium">Advanced</span>
        <span className="ml-2 text-xs text-text-3">
          Input and output schema{(hasLimit || category === 'agent') && ', limits'}
        </span>
      </summary>
      {/* An editor cannot be measured while it is hidden. */}
      {(isOpen || hasProblem) && (
        <div className="draft-form p-0! pb-2!">
          <SchemaFields form={form} />
          {category === 'agent' && <ModelLimits form={form} />}
          {hasLimit && <TimeLimit form={form} />}
        </div>
      )}
    </details>
  )
}
