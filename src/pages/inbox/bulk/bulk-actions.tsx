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
import type { BulkWork } from './use-bulk.ts'

interface Choice {
  label: string
  icon: ReactElement
  /** Its shortcut. */
  shortcut?: string | undefined
  reason: string | null
  options: readonly PickerOption[]
  free?: (text: string) => string
  problemOf?: (chosen: readonly string[]) => string | null
  onChoose: (option: PickerOption) => void
}

/** A button of the bulk bar that opens a list of values. */
function Chooser({ label, icon, shortcut, reason, options, free, problemOf, onChoose }: Choice) {
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
      {...(free ? { free } : {})}
      {...(problemOf ? { problemOf } : {})}
      trigger={button}
    />
  )
}

interface ChooserProps {
  reason: string | null
  onWork: (work: BulkWork) => void
}

/** Adding and removing labels. */
function LabelChoosers({ reason, onWork }: ChooserProps) {
  const known = knownLabels(useQueryClient()).map((label) => ({ value: label, label }))
  const put = (text: string) => {
    const label = text.trim().normalize('NFC')
    onWork({ change: { add_labels: [label] }, words: `labelled “${label}”` })
  }
  return (
    <>
      <Chooser
        label="Add label"
        icon={<Tag />}
        shortcut={triageFields.labels.key}
        reason={reason}
        options={known}
        free={(text) => `Add “${text}”`}
        problemOf={(next) => labelProblem('label', next)}
        onChoose={({ value }) => put(value)}
      />
      <Chooser
        label="Remove label"
        icon={<Tags />}
        reason={reason}
        options={known}
        free={(text) => `Remove “${text}”`}
        onChoose={({ value }) => onWork({ change: { remove_labels: [value] }, words: `no longer labelled “${value}”` })}
      />
    </>
  )
}

function SnoozeChooser({ name, reason, onWork }: ChooserProps & { name: string }) {
  const zone = useZone()
  const [isAsking, setIsAsking] = useState(false)
  const snooze = (at: string) =>
    onWork({ change: { snoozed_until: at }, words: `snoozed until ${untilWords(at, { now: Date.now(), zone })}` })
  return (
    <>
      <Chooser
        label="Snooze"
        icon={<AlarmClock />}
        shortcut={triageFields.snoozed_until.key}
        reason={reason}
        options={useSnoozeOptions()}
        onChoose={({ value }) => (value === otherTimeValue ? setIsAsking(true) : snooze(value))}
      />
      {isAsking && (
        <SnoozeDialog
          name={name}
          onClose={() => setIsAsking(false)}
          onSnooze={(at) => {
            setIsAsking(false)
            snooze(at)
          }}
        />
      )}
    </>
  )
}

const statuses = conversationStatuses.filter((status) => status !== 'snoozed')

const StatusChooser = ({ reason, onWork }: ChooserProps) => (
  <Chooser
    label="Status"
    icon={<CircleDot />}
    reason={reason}
    options={statuses.map((status) => ({ value: status, label: conversationStatusWord(status) }))}
    onChoose={({ value, label }) => {
      const status = statuses.find((one) => one === value)
      if (status !== undefined) onWork({ change: { status }, words: label.toLowerCase() })
    }}
  />
)

const AssigneeChooser = ({ reason, onWork }: ChooserProps) => (
  <Chooser
    label="Assign"
    icon={<UserPlus />}
    shortcut={triageFields.assignee.key}
    reason={reason}
    options={usePeople()}
    onChoose={({ value, label }) =>
      onWork({
        change: { assignee: value === unassignedValue ? null : value },
        words: `assigned to ${value === unassignedValue ? 'no one' : label}`,
      })
    }
  />
)

function ChoiceChooser({ field, reason, onWork }: ChooserProps & { field: ConversationChoice }) {
  const { label: name, Icon, key } = triageFields[field]
  return (
    <Chooser
      label={name}
      icon={<Icon />}
      shortcut={key}
      reason={reason}
      options={choiceOptions(field)}
      onChoose={({ value, label }) => {
        const change = choiceChange(field, value)
        if (change !== null) onWork({ change, words: `set to ${name.toLowerCase()} ${label.toLowerCase()}` })
      }}
    />
  )
}

/** Actions on several conversations; with the same shortcuts as for one. */
export function BulkActions({
  name,
  reason,
  onWork,
}: {
  /** The selection: "31 conversations". */
  name: string
  reason: string | null
  onWork: (work: BulkWork) => void
}) {
  const shared = { reason, onWork }
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
        onClick={() => onWork({ change: { status: 'resolved' }, words: 'resolved' })}
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
        onClick={() => onWork({ change: { unread_count: 0 }, words: 'read' })}
      >
        <span className="bulk-word">Read</span>
      </Button>
    </>
  )
}
