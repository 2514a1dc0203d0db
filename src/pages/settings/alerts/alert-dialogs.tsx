import { RemovalDialog } from '#parts/forms/removal-dialog.tsx'
import { CircleX, Copy } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import { alert as alertApi, alertKinds, type Alert, type AlertKind } from '#contract/alert.ts'
import { incidentKinds } from '#contract/incident.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import {
  alertBodyOf,
  alertDraftOf,
  alertKindWords,
  alertProblemsOf,
  incidentKindWords,
  newAlertDraft,
  weekdayName,
  weekdays,
  type AlertDraft,
  type AlertProblems,
} from './alert-draft.ts'

const kindOptions = alertKinds.map((value) => ({ value, label: alertKindWords[value] }))

const addressWords: Readonly<Record<AlertKind, { label: string; example: string; hint: string }>> = {
  email: {
    label: 'Email address',
    example: 'on-call@example.com',
    hint: 'The service sends mail with the mail server of its settings.',
  },
  slack: {
    label: 'Webhook URL',
    example: 'https://hooks.slack.com/services/…',
    hint: 'Slack shows it under “Incoming webhooks” of an app. It is stored encrypted.',
  },
  webhook: {
    label: 'URL',
    example: 'https://example.com/alerts',
    hint: 'Messages are signed as Standard Webhooks. The URL is stored encrypted.',
  },
}

interface FieldsProps {
  draft: AlertDraft
  onDraft: (draft: AlertDraft) => void
  /** Null = a new alert. */
  alert: Alert | null
  errors: AlertProblems
  kindError: string | undefined
}

/** Error of a group of checkboxes. */
const GroupError = ({ error }: { error: string | undefined }) =>
  error !== undefined && (
    <p className="field-error" role="alert">
      <CircleX className="xs" />
      {error}
    </p>
  )

function QuietDays({ draft, onDraft, error }: Pick<FieldsProps, 'draft' | 'onDraft'> & { error: string | undefined }) {
  return (
    <fieldset className="col-span-2">
      <legend className="label">Quiet hours begin on</legend>
      <div className="flex flex-wrap gap-x-3">
        {weekdays.map((day) => (
          <CheckField
            key={day}
            label={weekdayName(day)}
            checked={draft.days.includes(day)}
            onChange={(isChosen) =>
              onDraft({
                ...draft,
                days: weekdays.filter((one) => (one === day ? isChosen : draft.days.includes(one))),
              })
            }
          />
        ))}
      </div>
      <GroupError error={error} />
    </fieldset>
  )
}

function QuietFields({ draft, onDraft, alert, errors }: Omit<FieldsProps, 'kindError'>) {
  const zone = useZone()
  return (
    <div>
      <CheckField label="Quiet hours" checked={draft.isQuiet} onChange={(isQuiet) => onDraft({ ...draft, isQuiet })} />
      {draft.isQuiet && (
        <div className="grid grid-cols-2 gap-3">
          <QuietDays draft={draft} onDraft={onDraft} error={errors.days} />
          <TextField
            label="From"
            type="time"
            value={draft.from}
            error={errors.from}
            hint={`Time zone: ${(alert?.quiet_hours?.tz ?? zone).replaceAll('_', ' ')}.`}
            onValue={(from) => onDraft({ ...draft, from })}
          />
          <TextField
            label="Until"
            type="time"
            value={draft.until}
            error={errors.until}
            hint="Messages are held until then."
            onValue={(until) => onDraft({ ...draft, until })}
          />
        </div>
      )}
    </div>
  )
}

function AlertFields(props: FieldsProps) {
  const { draft, onDraft, alert, errors, kindError } = props
  const { label, example, hint } = addressWords[draft.kind]
  return (
    <>
      <TextField
        label="Name"
        data-autofocus=""
        placeholder="e.g. On call"
        autoComplete="off"
        value={draft.name}
        error={errors.name}
        onValue={(name) => onDraft({ ...draft, name })}
      />
      {alert === null && (
        <SelectField
          label="Send by"
          value={draft.kind}
          options={kindOptions}
          error={kindError}
          onValue={(kind) => onDraft({ ...draft, kind, address: '' })}
        />
      )}
      <TextField
        label={label}
        type={draft.kind === 'email' ? 'email' : 'url'}
        placeholder={alert === null ? example : undefined}
        autoComplete="off"
        value={draft.address}
        error={errors.address}
        hint={alert === null || draft.kind === 'email' ? hint : `Leave it empty to keep the URL at ${alert.address}.`}
        onValue={(address) => onDraft({ ...draft, address })}
      />
      <fieldset>
        <legend className="label">Messages about</legend>
        {incidentKinds.map((kind) => (
          <CheckField
            key={kind}
            label={incidentKindWords[kind]}
            checked={draft.kinds.includes(kind)}
            onChange={(isChosen) =>
              onDraft({
                ...draft,
                kinds: incidentKinds.filter((one) => (one === kind ? isChosen : draft.kinds.includes(one))),
              })
            }
          />
        ))}
        <GroupError error={errors.kinds} />
      </fieldset>
      <QuietFields {...props} />
      <CheckField
        label="Send messages"
        checked={draft.isEnabled}
        onChange={(isEnabled) => onDraft({ ...draft, isEnabled })}
      />
    </>
  )
}

/** Shows the signing secret of a new webhook once. A click outside does not close the dialog. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title="Alert created"
      onClose={null}
      onSubmit={onClose}
      actions={
        <Button variant="primary" size="md" type="submit">
          Done
        </Button>
      }
    >
      <Note tone="warn" title="Copy the signing secret now. It is shown once.">
        <p className="mono mt-1 mb-2 wrap-anywhere text-text select-all">{secret}</p>
        <Button icon={<Copy />} data-autofocus="" onClick={() => copyText(secret)}>
          Copy
        </Button>
      </Note>
      <p className="text-text-2">The receiver uses it to check that a message comes from this service.</p>
    </Dialog>
  )
}

/** Creates or changes an alert. */
export function AlertDialog({ alert, onClose }: { alert: Alert | null; onClose: () => void }) {
  const create = useApiMutation(alertApi.create)
  const edit = useApiMutation(alertApi.edit)
  const zone = useZone()
  const [draft, setDraft] = useState(alert === null ? newAlertDraft : alertDraftOf(alert))
  const [wasSubmitted, setSubmitted] = useState(false)
  const error = create.error ?? edit.error
  const fields = error?.fieldErrors ?? {}
  const problems = alertProblemsOf(draft, alert === null)
  const errors: AlertProblems = {
    ...(fields['name'] ? { name: fields['name'].join(' ') } : {}),
    ...(fields['address'] ? { address: fields['address'].join(' ') } : {}),
    ...(wasSubmitted ? problems : {}),
  }
  const done = (message: string) => {
    showToast({ message })
    onClose()
  }
  const send = () => {
    setSubmitted(true)
    if (Object.keys(problems).length > 0) return
    const { address = '', ...body } = alertBodyOf(draft, alert?.quiet_hours ?? null, zone)
    if (alert === null)
      create.mutate(
        { body: { ...body, address, kind: draft.kind } },
        { onSuccess: (made) => (made.secret === null ? done(`“${made.name}” was created`) : undefined) },
      )
    else
      edit.mutate(
        { id: alert.id, body: { ...body, ...(address === '' ? {} : { address }), version: alert.version } },
        { onSuccess: (changed) => done(`“${changed.name}” was saved`) },
      )
  }
  const secret = create.data?.secret ?? null
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog
      title={alert === null ? 'Create alert' : 'Edit alert'}
      onClose={onClose}
      onSubmit={send}
      actions={
        <DialogActions
          onCancel={onClose}
          submitLabel={alert === null ? 'Create alert' : 'Save alert'}
          busy={create.isPending || edit.isPending}
        />
      }
    >
      <ActionError
        title={`The alert was not ${alert === null ? 'created' : 'saved'}`}
        error={error}
        shownFields={['name', 'address', 'kind']}
      />
      <AlertFields
        draft={draft}
        onDraft={setDraft}
        alert={alert}
        errors={errors}
        kindError={fields['kind']?.join(' ')}
      />
    </Dialog>
  )
}

export function DeleteAlertDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const remove = useApiMutation(alertApi.remove)
  return (
    <RemovalDialog
      title={
        <>
          Delete “<bdi>{alert.name}</bdi>”?
        </>
      }
      doneMessage={`“${alert.name}” was deleted`}
      failedTitle="The alert was not deleted"
      removal={remove}
      onRemove={(onSuccess) => remove.mutate({ id: alert.id }, { onSuccess })}
      onClose={onClose}
    >
      No more messages are sent to this address, including those that are held.
    </RemovalDialog>
  )
}
