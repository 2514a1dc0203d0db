import { Segments } from '#ui/controls/segments.tsx'
import type { InputField } from './input-fields.ts'
import { InputForm, JsonField } from './input-form.tsx'
import { inputDraftOf, inputValueOf, type InputDraft, type InputMode } from './input-draft.ts'

/** Errors of all fields as one text, for the JSON field. */
const inOneText = (errors: Record<string, string>): string | undefined =>
  Object.entries(errors)
    .map(([name, words]) => (name === '' ? words : `${name}: ${words}`))
    .join('\n') || undefined

/** Input of a trigger or tool, as fields or as JSON. */
export function SchemaInput({
  fields,
  draft,
  errors,
  freeFormHint,
  onDraft,
}: {
  /** Null = the schema has no fields, so the input is typed as JSON. */
  fields: InputField[] | null
  draft: InputDraft
  /** Errors by name of the field; '' = the whole input. */
  errors: Record<string, string>
  /** Hint of the JSON field if there are no fields. */
  freeFormHint: string
  onDraft: (draft: InputDraft) => void
}) {
  const change = (form: InputMode) => {
    const { value, problems } = inputValueOf(fields, draft)
    // Invalid JSON cannot be converted back to fields.
    if (form === 'json' || problems[''] === undefined) onDraft({ ...inputDraftOf(fields, value), form })
  }
  return (
    <>
      {fields !== null && (
        <div className="justify-self-start">
          <Segments
            label="Input format"
            value={draft.form}
            options={[
              { value: 'fields', label: 'Fields' },
              { value: 'json', label: 'JSON' },
            ]}
            onValue={change}
          />
        </div>
      )}
      {fields !== null && draft.form === 'fields' ? (
        <InputForm
          fields={fields}
          fieldTexts={draft.fieldTexts}
          errors={errors}
          onFieldTexts={(fieldTexts) => onDraft({ ...draft, fieldTexts })}
        />
      ) : (
        <JsonField
          label="Input as JSON"
          hint={fields === null ? freeFormHint : undefined}
          error={inOneText(errors)}
          value={draft.text}
          onValue={(text) => onDraft({ ...draft, text })}
          minLines={6}
        />
      )}
    </>
  )
}
