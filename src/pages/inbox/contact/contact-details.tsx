import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '#api/request/client.ts'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { contact as api, ContactDetail } from '#contract/contact.ts'
import type { Contact } from '#contract/conversation.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import { isAbsent } from '#lib/absent.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { popupContainerOf } from '#ui/overlays/popup.ts'
import { EditableDetail, DetailRow, DetailText, type DetailEditStart } from './detail-row.tsx'
import { DetailList } from './detail-list.tsx'
import { editText, plainValue, customFieldText } from './field-input.ts'
import { LabelsBox } from '#pages/inbox/triage/labels-box.tsx'
import { Absent } from '#ui/feedback/absent.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { AddCustomField, customFieldDetails, type SaveCustomField } from './custom-fields.tsx'
import { useFieldSave, FieldConflictChoice } from './use-field-save.tsx'

export function TagList({ tags }: { tags: readonly string[] }) {
  return tags.length === 0 ? (
    <Absent />
  ) : (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Tag key={tag}>
          <bdi>{tag}</bdi>
        </Tag>
      ))}
    </span>
  )
}

type Body = Omit<Input<typeof api.edit>['body'], 'version'>
type TextFieldName = 'name' | 'email' | 'phone' | 'company'

const textFields: readonly { field: TextFieldName; label: string; type: 'text' | 'email' | 'tel' }[] = [
  { field: 'name', label: 'Name', type: 'text' },
  { field: 'email', label: 'Email', type: 'email' },
  { field: 'phone', label: 'Phone', type: 'tel' },
  { field: 'company', label: 'Company', type: 'text' },
]

/** Body of the request for a typed value; an empty one removes the field, except for the name. */
function bodyOf(field: TextFieldName, typed: string): Body {
  const value = typed === '' ? null : typed
  if (field === 'name') return { name: typed }
  if (field === 'email') return { email: value }
  return field === 'phone' ? { phone: value } : { company: value }
}

/** Tags as one text, to detect concurrent changes. */
const tagText = (tags: readonly string[]): string => tags.join(', ')

function useContactSave(id: string) {
  const client = useQueryClient()
  return useFieldSave<ContactDetail, Body>({
    schema: ContactDetail,
    write: (body, version) => call(api.edit, { id, body: { ...body, version } }),
    cacheObject: (now) => {
      client.setQueryData(q(api.read, { id }).queryKey, now)
      // Cached conversations contain the contact.
      for (const noun of api.edit.changes) void client.invalidateQueries({ queryKey: [noun] })
    },
  })
}

/** Tags with inline editing. */
function ContactTags({ tags, onTags }: { tags: readonly string[]; onTags: (tags: string[]) => void }) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        id={id}
        className="value-button"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-word ${id}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span id={`${id}-word`} className="sr-only">
          Change tags:
        </span>
        {tags.length === 0 ? <span className="text-text-3">Add</span> : <TagList tags={tags} />}
      </button>
      {anchor !== null &&
        createPortal(
          <LabelsBox
            label="Tags"
            noun="tag"
            anchor={anchor}
            labels={tags}
            suggestions={[]}
            onLabels={onTags}
            onClose={() => setAnchor(null)}
          />,
          popupContainerOf(anchor),
        )}
    </>
  )
}

/** Fields of a contact with inline editing, based on the displayed version. */
function EditableDetails({ contact }: { contact: ContactDetail }) {
  const { conflict, save } = useContactSave(contact.id)
  const [tagError, setTagError] = useState<string | null>(null)
  const version = knownVersion(contact.version)
  const saveTextField = (field: TextFieldName, label: string) => (typed: string, start: DetailEditStart) => {
    if (field === 'name' && typed === '') return Promise.resolve('Enter a name.')
    const { text: before, version: seen } = start
    const textOf = (now: ContactDetail) => now[field] ?? ''
    const [body, undo] = [bodyOf(field, typed), bodyOf(field, before)]
    return save({ label, version: seen, before, mine: typed, body, undo, textOf })
  }
  const saveCustomField: SaveCustomField = ({ key, mine, value, start }) =>
    save({
      label: key,
      version: start.version,
      before: start.text,
      mine,
      body: { fields: { [key]: value } },
      undo: { fields: { [key]: plainValue(contact.fields[key]) } },
      textOf: ({ fields }) => editText(fields[key] ?? null) ?? customFieldText(fields[key] ?? null) ?? '',
    })
  const saveTags = async (tags: string[]) => {
    const before = tagText(contact.tags)
    const textOf = (now: ContactDetail) => tagText(now.tags)
    const undo = { tags: contact.tags }
    setTagError(await save({ label: 'Tags', version, before, mine: tagText(tags), body: { tags }, undo, textOf }))
  }
  return (
    <>
      <DetailList
        details={[
          ...textFields.map(({ field, label, type }) => ({
            key: field,
            isEmpty: isAbsent(contact[field]),
            row: (
              <EditableDetail
                name={label}
                text={contact[field] ?? ''}
                version={version}
                type={type}
                onSave={saveTextField(field, label)}
              />
            ),
          })),
          ...customFieldDetails({ fields: contact.fields, version, onSave: saveCustomField }),
          {
            key: 'tags',
            isEmpty: contact.tags.length === 0 && tagError === null,
            row: (
              <DetailRow name="Tags">
                <ContactTags tags={contact.tags} onTags={(tags) => void saveTags(tags)} />
                {tagError !== null && (
                  <p className="field-error" role="alert">
                    {tagError}
                  </p>
                )}
              </DetailRow>
            ),
          },
        ]}
      />
      <AddCustomField existingFields={contact.fields} version={version} onSave={saveCustomField} />
      <FieldConflictChoice noun="contact" conflict={conflict} />
    </>
  )
}

/** Read-only fields of a contact, as contained in its conversation. */
const ReadOnlyDetails = ({ contact }: { contact: Contact }) => (
  <DetailList
    details={[
      ...textFields
        .filter(({ field }) => field !== 'name')
        .map(({ field, label }) => ({
          key: field,
          isEmpty: isAbsent(contact[field]),
          row: (
            <DetailRow name={label}>
              <DetailText text={contact[field]} />
            </DetailRow>
          ),
        })),
      ...customFieldDetails({ fields: contact.fields, version: undefined, onSave: null }),
      {
        key: 'tags',
        isEmpty: contact.tags.length === 0,
        row: (
          <DetailRow name="Tags">
            <TagList tags={contact.tags} />
          </DetailRow>
        ),
      },
    ]}
  />
)

/** The contact; with inline editing, if the service stores contacts and the user may write. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const canEdit = useExtension('contacts')
  const mayWrite = useWriteReason() === null
  const canLoad = canEdit && mayWrite && contact.id !== ''
  const { data, error, refetch } = useQuery({ ...q(api.read, { id: contact.id }), enabled: canLoad })
  return (
    <section className="section" aria-label="About the contact">
      <h3>Contact</h3>
      {error !== null && canLoad && (
        <div className="mb-2">
          <LoadNote what="The contact" error={error} onRetry={() => void refetch()} isStale />
        </div>
      )}
      {canLoad && data !== undefined ? <EditableDetails contact={data} /> : <ReadOnlyDetails contact={contact} />}
    </section>
  )
}
