import { useQueryClient } from '@tanstack/react-query'
import { AlarmClock, Check, CircleDot, MailOpen, Tag, Tags, UserPlus } from 'lucide-react'
import { Fragment, useState, type ReactElement } from 'react'
import { conversationStatuses, type ConversationChoice } from '#contract/conversation.ts'
import { conversationStatusWord, isConversationChoice } from '#parts/display/status.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import type { PickerOption } from '#ui/overlays/picker-options.ts'
import { labelProblem, knownLabels } from '#pages/inbox/triage/labels-box.tsx'
import { SnoozeDialog } from '#pages/inbox/triage/snooze-dialog.tsx'
import { unassignedValue, otherTimeValue, usePeople, useSnoozeOptions } from '#pages/inbox/triage/triage-chooser.tsx'
import { untilWords } from '#pages/inbox/triage/snooze-times.ts'
import {
  choiceChange,
  choiceOptions,
  triageFields,
  triageNames,
  type TriageName,
} from '#pages/inbox/triage/triage-fields.ts'
import { triageKeys } from '#pages/inbox/triage/triage-keys.ts'
import type { BulkChange } from './use-bulk.ts'

interface BulkChooserProps {
  label: string
  icon: ReactElement
  shortcut?: string | undefined
  reason: string | null
  options: readonly PickerOption[]
  freeTextLabel?: (text: string) => string
  problemOf?: (chosen: readonly string[]) => string | null
  onChoose: (option: PickerOption) => void
}

/** A button of the bulk bar that opens a list of values. */
function BulkChooser({ label, icon, shortcut, reason, options, freeTextLabel, problemOf, onChoose }: BulkChooserProps) {
  const button = (
    <Button icon={icon} reason={reason} data-key={shortcut} aria-label={label} title={label}>
      <span className="bulk-word">{label}</span>
    </Button>
  )
  if (reason !== null) return button
  return (
    <Picker
      label={label}
      options={options}
      chosen={[]}
      onChosen={(_, option) => onChoose(option)}
      {...(freeTextLabel ? { freeTextLabel } : {})}
      {...(problemOf ? { problemOf } : {})}
      trigger={button}
    />
  )
}

interface ChooserProps {
  reason: string | null
  onBulkChange: (change: BulkChange) => void
}

/** Adding and removing labels. */
function LabelChoosers({ reason, onBulkChange }: ChooserProps) {
  const known = knownLabels(useQueryClient()).map((label) => ({ value: label, label }))
  const addLabel = (text: string) => {
    const label = text.trim().normalize('NFC')
    onBulkChange({ change: { add_labels: [label] }, words: `labelled “${label}”` })
  }
  return (
    <>
      <BulkChooser
        label="Add label"
        icon={<Tag />}
        shortcut={triageFields.labels.key}
        reason={reason}
        options={known}
        freeTextLabel={(text) => `Add “${text}”`}
        problemOf={(next) => labelProblem('label', next)}
        onChoose={({ value }) => addLabel(value)}
      />
      <BulkChooser
        label="Remove label"
        icon={<Tags />}
        reason={reason}
        options={known}
        freeTextLabel={(text) => `Remove “${text}”`}
        onChoose={({ value }) =>
          onBulkChange({ change: { remove_labels: [value] }, words: `no longer labelled “${value}”` })
        }
      />
    </>
  )
}

function SnoozeChooser({ name, reason, onBulkChange }: ChooserProps & { name: string }) {
  const zone = useZone()
  const [isCustomTimeOpen, setCustomTimeOpen] = useState(false)
  const snooze = (at: string) =>
    onBulkChange({ change: { snoozed_until: at }, words: `snoozed until ${untilWords(at, { now: Date.now(), zone })}` })
  return (
    <>
      <BulkChooser
        label="Snooze"
        icon={<AlarmClock />}
        shortcut={triageFields.snoozed_until.key}
        reason={reason}
        options={useSnoozeOptions()}
        onChoose={({ value }) => (value === otherTimeValue ? setCustomTimeOpen(true) : snooze(value))}
      />
      {isCustomTimeOpen && (
        <SnoozeDialog
          name={name}
          onClose={() => setCustomTimeOpen(false)}
          onSnooze={(at) => {
            setCustomTimeOpen(false)
            snooze(at)
          }}
        />
      )}
    </>
  )
}

const statuses = conversationStatuses.filter((status) => status !== 'snoozed')

const StatusChooser = ({ reason, onBulkChange }: ChooserProps) => (
  <BulkChooser
    label="Status"
    icon={<CircleDot />}
    reason={reason}
    options={statuses.map((status) => ({ value: status, label: conversationStatusWord(status) }))}
    onChoose={({ value, label }) => {
      const status = statuses.find((one) => one === value)
      if (status !== undefined) onBulkChange({ change: { status }, words: label.toLowerCase() })
    }}
  />
)

const AssigneeChooser = ({ reason, onBulkChange }: ChooserProps) => (
  <BulkChooser
    label="Assign"
    icon={<UserPlus />}
    shortcut={triageFields.assignee.key}
    reason={reason}
    options={usePeople()}
    onChoose={({ value, label }) =>
      onBulkChange({
        change: { assignee: value === unassignedValue ? null : value },
        words: `assigned to ${value === unassignedValue ? 'no one' : label}`,
      })
    }
  />
)

function ChoiceChooser({ field, reason, onBulkChange }: ChooserProps & { field: ConversationChoice }) {
  const { label: name, Icon, key } = triageFields[field]
  return (
    <BulkChooser
      label={name}
      icon={<Icon />}
      shortcut={key}
      reason={reason}
      options={choiceOptions(field)}
      onChoose={({ value, label }) => {
        const change = choiceChange(field, value)
        if (change !== null) onBulkChange({ change, words: `set to ${name.toLowerCase()} ${label.toLowerCase()}` })
      }}
    />
  )
}

/** Actions on several conversations; with the same shortcuts as for one. */
export function BulkActions({
  name,
  reason,
  onBulkChange,
}: {
  /** The selection: "31 conversations". */
  name: string
  reason: string | null
  onBulkChange: (change: BulkChange) => void
}) {
  const shared = { reason, onBulkChange }
  const choosers: Record<Exclude<TriageName, ConversationChoice>, ReactElement> = {
    status: <StatusChooser {...shared} />,
    assignee: <AssigneeChooser {...shared} />,
    labels: <LabelChoosers {...shared} />,
    snoozed_until: <SnoozeChooser {...shared} name={name} />,
  }
  return (
    <>
      <Button
        icon={<Check />}
        reason={reason}
        data-key={triageKeys.resolve}
        aria-label="Resolve"
        title="Resolve"
        onClick={() => onBulkChange({ change: { status: 'resolved' }, words: 'resolved' })}
      >
        <span className="bulk-word">Resolve</span>
      </Button>
      {triageNames.map((field) => (
        <Fragment key={field}>
          {isConversationChoice(field) ? <ChoiceChooser {...shared} field={field} /> : choosers[field]}
        </Fragment>
      ))}
      <Button
        icon={<MailOpen />}
        reason={reason}
        aria-label="Mark as read"
        title="Mark as read"
        onClick={() => onBulkChange({ change: { unread_count: 0 }, words: 'read' })}
      >
        <span className="bulk-word">Read</span>
      </Button>
    </>
  )
}
