import { useQueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { conversation as api, Conversation } from '#contract/conversation.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { putConversation, putRemoteConversation, conversationWritesOf } from '#pages/inbox/thread/conversation-cache.ts'
import { EditableDetail, DetailRow, DetailText } from './detail-row.tsx'
import { editText, plainValue, customFieldText } from './field-input.ts'
import type { Detail } from './detail-list.tsx'
import { AddCustomField, customFieldDetails, type SaveCustomField } from './custom-fields.tsx'
import { useFieldSave, FieldConflictChoice } from './use-field-save.tsx'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'

type Body = Omit<Input<typeof api.edit>['body'], 'version'>

/** Saves a field of a conversation, queued behind its other writes. */
function useConversationSave({ id, custom_fields: fields }: Conversation) {
  const client = useQueryClient()
  const { conflict, save } = useFieldSave<Conversation, Body>({
    schema: Conversation,
    write: (body, version) =>
      client
        .getMutationCache()
        .build(client, {
          mutationKey: [api.edit.id],
          scope: conversationWritesOf(id),
          mutationFn: () => call(api.edit, { id, body: { ...body, version } }),
        })
        .execute(undefined),
    cacheObject: (now, whose) => (whose === 'mine' ? putConversation : putRemoteConversation)(client, now),
  })
  const saveCustomField: SaveCustomField = ({ key, mine, value, start }) =>
    save({
      label: key,
      version: start.version,
      before: start.text,
      mine,
      body: { custom_fields: { [key]: value } },
      undo: { custom_fields: { [key]: plainValue(fields[key]) } },
      textOf: ({ custom_fields: own }) => editText(own[key] ?? null) ?? customFieldText(own[key] ?? null) ?? '',
    })
  return { conflict, save, saveCustomField }
}

/** Custom fields of a conversation whose values differ from those of its contact. */
const ownFieldsOf = ({ custom_fields: own, contact }: Conversation) =>
  Object.fromEntries(Object.entries(own).filter(([key, value]) => contact.fields[key] !== value))

/** Team and custom fields of a conversation, with inline editing, and the dialog for their conflicts. */
export function useConversationFields(conversation: Conversation) {
  const { lockedReason } = useTriageTools()
  const { conflict, save, saveCustomField } = useConversationSave(conversation)
  const version = knownVersion(conversation.version)
  const team = conversation.team ?? ''
  const mayEdit = lockedReason === null
  const teamRow = mayEdit ? (
    <EditableDetail
      name="Team"
      text={team}
      version={version}
      onSave={(typed, start) =>
        save({
          label: 'Team',
          version: start.version,
          before: start.text,
          mine: typed,
          body: { team: typed === '' ? null : typed },
          undo: { team: start.text === '' ? null : start.text },
          textOf: (now) => now.team ?? '',
        })
      }
    />
  ) : (
    <DetailRow name="Team">
      <DetailText text={team} />
    </DetailRow>
  )
  const details: Detail[] = [
    { key: 'team', isEmpty: team === '', row: teamRow },
    ...customFieldDetails({
      fields: ownFieldsOf(conversation),
      version,
      onSave: mayEdit ? saveCustomField : null,
    }),
  ]
  return { details, conflictDialog: <FieldConflictChoice noun="conversation" conflict={conflict} /> }
}

export function AddConversationField({ conversation }: { conversation: Conversation }) {
  const { lockedReason } = useTriageTools()
  const { conflict, saveCustomField } = useConversationSave(conversation)
  if (lockedReason !== null) return null
  return (
    <>
      <AddCustomField
        existingFields={conversation.custom_fields}
        version={knownVersion(conversation.version)}
        onSave={saveCustomField}
      />
      <FieldConflictChoice noun="conversation" conflict={conflict} />
    </>
  )
}
