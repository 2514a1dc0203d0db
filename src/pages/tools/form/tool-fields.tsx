import { CheckField } from '#ui/controls/checkbox.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { AgentFields } from './agent-fields.tsx'
import { RequestFields, SignInFields } from './api-fields.tsx'
import { CodeField } from './code-field.tsx'
import { GlobalFields } from './global-fields.tsx'
import type { ToolDraft } from './tool-draft.ts'
import { requestedField } from './tool-problems.ts'
import { useSourceCheck } from './use-source-check.ts'
import type { ToolForm } from './use-tool-form.ts'

const nameExamples: Record<ToolDraft['category'], string> = {
  api: 'Order status',
  transform: 'Amount with currency',
  condition: 'Large order',
  agent: 'Summarise',
  code: 'Count items',
  global: 'Shop address',
}

function NameFields({ form }: { form: ToolForm }) {
  const { draft } = form
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        placeholder={`e.g. ${nameExamples[draft.category]}`}
        autoComplete="off"
        dir="auto"
        error={form.error('name')}
        onBlur={() => form.onFieldBlur('name')}
        onValue={form.setName}
      />
      <TextField
        label="Key"
        className="mono"
        value={draft.key}
        autoComplete="off"
        spellCheck={false}
        hint={
          draft.version === null
            ? 'Flows refer to the tool by this key.'
            : 'Tools and flows that refer to this key lose the tool if you change it. They are listed before you save.'
        }
        error={form.error('key')}
        onBlur={() => form.onFieldBlur('key')}
        // A blank key is derived from the name again.
        onValue={(key) => form.set({ key, keyTouched: key !== '' }, 'key')}
      />
      <div className="form-all">
        <TextArea
          label="Description"
          optional
          rows={2}
          placeholder="What it does, for colleagues and for agents that use it"
          dir="auto"
          value={draft.description}
          error={form.error('description')}
          onBlur={() => form.onFieldBlur('description')}
          onValue={(description) => form.set({ description }, 'description')}
        />
      </div>
    </>
  )
}

const scripts = {
  transform: { language: 'jsonata', label: 'Expression, JSONata', example: '$uppercase(name)' },
  condition: { language: 'cel', label: 'Expression, CEL', example: 'input.total > 100' },
  code: { language: 'javascript', label: 'Source, JavaScript', example: 'return { count: input.items.length }' },
} as const

/** Field for an expression or source code, checked by the service while typing. */
function ScriptField({ form, category }: { form: ToolForm; category: keyof typeof scripts }) {
  const { config } = form.draft
  const { language, label, example } = scripts[category]
  const isCode = category === 'code'
  const field = isCode ? 'config.source' : 'config.expression'
  const text = isCode ? config.source : config.expression
  const checked = useSourceCheck(language, text)
  return (
    <div className="form-all">
      <CodeField
        form={form}
        field={field}
        label={label}
        language="javascript"
        hint={
          <>
            Example: <span className="mono">{example}</span>
          </>
        }
        minLines={isCode ? 10 : 5}
        value={text}
        onValue={(next) => form.setConfig(isCode ? { source: next } : { expression: next }, field)}
        serviceProblems={checked}
      />
    </div>
  )
}

/** Fields that only this service requires, labelled with their names. */
function RequestedFields({ form }: { form: ToolForm }) {
  const { asked } = form.draft
  const paths = Object.keys(asked)
  if (paths.length === 0) return null
  return (
    <fieldset className="form-all grid gap-3">
      <legend className="label mb-2">Required by the service</legend>
      {paths.map((path) => (
        <TextField
          key={path}
          label={path}
          value={asked[path] ?? ''}
          autoComplete="off"
          dir="auto"
          error={form.error(requestedField(path))}
          onValue={(value) => form.set({ asked: { ...asked, [path]: value } }, requestedField(path))}
        />
      ))}
    </fieldset>
  )
}

/** All fields of a tool form; they depend on the category. */
export function ToolFields({ form }: { form: ToolForm }) {
  const { category, enabled } = form.draft
  return (
    <>
      <NameFields form={form} />
      {category === 'api' && <RequestFields form={form} />}
      {category === 'agent' && <AgentFields form={form} />}
      {category === 'global' && <GlobalFields form={form} />}
      {(category === 'transform' || category === 'condition' || category === 'code') && (
        <ScriptField form={form} category={category} />
      )}
      {category === 'api' && <SignInFields form={form} />}
      {category !== 'global' && <AdvancedFields form={form} />}
      <div className="form-all flex flex-wrap items-center gap-2">
        <CheckField label="Enabled" checked={enabled} onChange={(next) => form.set({ enabled: next })} />
        <span className="text-xs text-text-3">Nodes that use a disabled tool fail.</span>
      </div>
      <RequestedFields form={form} />
      {form.error('other') !== null && (
        <div className="form-all">
          <Note tone="bad" title={form.error('other')} />
        </div>
      )}
    </>
  )
}
