import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import type { JsonObject } from '#contract/kernel/page.ts'
import { normalName } from '#lib/text/text.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { EditableDetail, DetailRow, DetailText, type DetailEditStart } from './detail-row.tsx'
import type { Detail } from './detail-list.tsx'
import { editText, readField, customFieldLabel, customFieldText, type FieldValue } from './field-input.ts'

export type CustomFieldValues = z.infer<typeof JsonObject>

/** Saves one custom field; null = saved, or dropped after a conflict; else the error. */
export type SaveCustomField = (field: {
  key: string
  mine: string
  value: FieldValue
  start: DetailEditStart
}) => Promise<string | null>

/** Custom fields, with inline editing. */
export function customFieldDetails({
  fields,
  version,
  onSave,
}: {
  fields: CustomFieldValues
  version: number | undefined
  /** Null = read-only. */
  onSave: SaveCustomField | null
}): Detail[] {
  return Object.entries(fields).map(([key, value]) => {
    const text = editText(value)
    const name = customFieldLabel(key)
    const row =
      onSave === null || text === null ? (
        <DetailRow name={name}>
          <DetailText text={customFieldText(value)} />
        </DetailRow>
      ) : (
        <EditableDetail
          name={name}
          text={text}
          version={version}
          hint="Enter saves, Esc cancels. Clearing a field removes it."
          onSave={async (typed, start) => {
            const read = readField(typed, value)
            return 'error' in read ? read.error : onSave({ key, mine: typed, value: read.value, start })
          }}
        />
      )
    return { key: `field ${key}`, isEmpty: customFieldText(value) === null, row }
  })
}

/** A new custom field: its name and its value. */
export function AddCustomField({
  existingFields,
  version,
  onSave,
}: {
  /** The existing fields, whose names are taken. */
  existingFields: CustomFieldValues
  version: number | undefined
  onSave: SaveCustomField
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [errors, setErrors] = useState<{ key?: string; value?: string }>({})
  const [busy, setBusy] = useState(false)
  const close = () => {
    setIsOpen(false)
    setKey('')
    setValue('')
    setErrors({})
  }
  const submit = async () => {
    const name = normalName(key)
    const typed = value.trim()
    const problems = {
      ...(name === ''
        ? { key: 'Enter a name.' }
        : Object.hasOwn(existingFields, name)
          ? { key: 'A field with this name already exists. Edit that field, or enter another name.' }
          : {}),
      ...(typed === '' ? { value: 'Enter a value.' } : {}),
    }
    setErrors(problems)
    if (Object.keys(problems).length > 0 || busy) return
    setBusy(true)
    const error = await onSave({ key: name, mine: typed, value: typed, start: { text: '', version } })
    setBusy(false)
    if (error === null) close()
    else setErrors({ value: error })
  }
  if (!isOpen)
    return (
      <Button variant="quiet" icon={<Plus />} className="mt-2 -ml-2.5" onClick={() => setIsOpen(true)}>
        Add field
      </Button>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is caught for both fields
    <form
      className="mt-3 grid gap-2"
      aria-label="New field"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        close()
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the clicked button */}
      <TextField label="Name" autoFocus error={errors.key} value={key} onValue={setKey} />
      <TextField label="Value" error={errors.value} value={value} onValue={setValue} />
      <div className="flex gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save field
        </Button>
      </div>
    </form>
  )
}
