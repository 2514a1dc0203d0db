import { useState } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import { ToolCategory } from '#contract/values/category.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { namedTool } from '#parts/flows/created-id.ts'
import { categoryWord } from '#parts/tools/tool-category.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { PasswordField, TextArea, TextField } from '#ui/controls/text-field.tsx'
import { newToolBodyOf, configFields, withCategory, type NewTool } from './new-tool.ts'

const categories = ToolCategory.options.map((value) => ({ value, label: categoryWord(value) }))

interface FieldProps {
  tool: NewTool
  errorOf: (field: string) => string | undefined
  onText: (name: string, text: string) => void
}

const shownFields = ({ category }: NewTool, { texts, notes }: NewTool) =>
  configFields[category].filter(({ name, isJson }) => isJson !== true || texts[name] || notes?.[name] !== undefined)

/** Fields of a tool of the category. */
const ConfigFields = ({ tool, suggestedTool, errorOf, onText }: FieldProps & { suggestedTool: NewTool }) =>
  shownFields(tool, suggestedTool).map(({ name, label, isLong, choices }) => {
    const note = tool.category === suggestedTool.category ? tool.notes?.[name] : undefined
    const field = {
      label,
      ...(note === undefined ? {} : { hint: note }),
      value: tool.texts[name] ?? '',
      error: errorOf(`config.${name}`),
      onValue: (text: string) => onText(name, text),
    }
    if (choices !== undefined) {
      const options = choices.map((value) => ({ value, label: value }))
      return <SelectField key={name} {...field} value={field.value || (choices[0] ?? '')} options={options} />
    }
    const look = { className: 'mono', autoComplete: 'off', spellCheck: false }
    return isLong === true ? (
      <TextArea key={name} {...field} {...look} rows={4} />
    ) : (
      <TextField key={name} {...field} {...look} />
    )
  })

/** Field for the value of a secret, which only the service stores, encrypted. */
const SecretField = ({ tool, errorOf, onText }: FieldProps) => (
  <PasswordField
    label="Value"
    eye="Show value"
    autoComplete="off"
    hint="The value is sent only to the service, stored encrypted and never shown again."
    value={tool.texts['value'] ?? ''}
    error={errorOf('config.value')}
    onValue={(text) => onText('value', text)}
    data-autofocus
  />
)

/** Creates a tool or secret that a flow requires and the account does not have. */
export function NewToolDialog({
  requiredKey,
  suggestedTool,
  isSecret,
  isKeyFixed,
  intro,
  onCreated,
  onClose,
}: {
  /** Key of the tool or secret in the flows. */
  requiredKey: string
  suggestedTool: NewTool
  isSecret: boolean
  /** Whether the key in the flow cannot be bound to an object with another key. */
  isKeyFixed: boolean
  /** What it is for, if the flow does not refer to it by the key. */
  intro?: string
  onCreated: (tool: Tool) => void
  onClose: () => void
}) {
  const [tool, setTool] = useState(suggestedTool)
  const [wasSubmitted, setSubmitted] = useState(false)
  const create = useApiMutation(toolApi.create, namedTool)
  const read = newToolBodyOf(tool)
  const problems = wasSubmitted && 'problems' in read ? read.problems : {}
  const serviceErrors = create.error?.fieldErrors ?? {}
  const errorOf = (field: string) => problems[field] ?? serviceErrors[field]?.join(' ')
  const fields = ['name', 'key', ...configFields[tool.category].map(({ name }) => `config.${name}`)]
  const change = (part: Partial<NewTool>) => setTool({ ...tool, ...part })
  const fieldProps = {
    tool,
    errorOf,
    onText: (name: string, text: string) => change({ texts: { ...tool.texts, [name]: text } }),
  }
  const submit = () => {
    setSubmitted(true)
    if ('body' in read && !create.isPending) create.mutate({ body: read.body }, { onSuccess: onCreated })
  }
  const noun = isSecret ? 'secret' : 'tool'
  return (
    <Dialog
      title={`New ${noun}`}
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel={`Create ${noun}`} busy={create.isPending} />}
    >
      <p className="text-text-2 wrap-anywhere">
        {intro ??
          `The flow refers to it as “${requiredKey}”. ${isSecret ? 'The file does not contain its value.' : 'Known fields are filled in from the file; add the rest under Tools.'}`}
      </p>
      <TextField
        label="Name"
        value={tool.name}
        onValue={(name) => change({ name })}
        error={errorOf('name')}
        autoComplete="off"
        dir="auto"
        {...(isSecret ? {} : { 'data-autofocus': true })}
      />
      <TextField
        label="Key"
        className="mono"
        value={tool.key}
        onValue={(key) => change({ key })}
        readOnly={isKeyFixed}
        error={errorOf('key')}
        hint={`${tool.key.trim() === requiredKey ? 'All flows with this key' : 'This flow'} will use this ${noun}.`}
        autoComplete="off"
        spellCheck={false}
      />
      {isSecret ? (
        <SecretField {...fieldProps} />
      ) : (
        <>
          <SelectField
            label="Category"
            value={tool.category}
            options={categories}
            onValue={(category) => setTool(withCategory(tool, category, suggestedTool))}
          />
          <ConfigFields {...fieldProps} suggestedTool={suggestedTool} />
        </>
      )}
      <ActionError title={`The ${noun} was not created`} error={create.error} shownFields={fields} />
    </Dialog>
  )
}
