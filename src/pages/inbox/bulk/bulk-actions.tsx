import { useQueryClient } from '@tanstack/react-query'
import { AlarmClock, Check, ChevronsUp, CircleDot, MailOpen, Tag, Tags, UserPlus } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { conversationStatuses, priorities } from '#contract/conversation.ts'
import { conversationStatusWord, priorityWord } from '#parts/display/status.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import type { PickerOption } from '#ui/overlays/picker-options.ts'
import { knownLabels } from '#pages/inbox/triage/known-labels.ts'
import { labelProblem } from '#pages/inbox/triage/labels-box.tsx'
import { SnoozeDialog } from '#pages/inbox/triage/snooze-dialog.tsx'
import { nobodyValue, otherTimeValue, usePeople, useSnoozeOptions } from '#pages/inbox/triage/triage-chooser.tsx'
import { untilWords } from '#pages/inbox/triage/triage-change.ts'
import { triageKeys } from '#pages/inbox/triage/triage-keys.ts'
import type { BulkWork } from './use-bulk.ts'

interface Choice {
  label: string
  icon: ReactElement
  /** Its shortcut. */
  shortcut?: string
  reason: string | null
  options: readonly PickerOption[]
  free?: (text: string) => string
  problemOf?: (chosen: readonly string[]) => string | null
  onChoose: (option: PickerOption) => void
}

/** A button of the bar that opens a list of values. */
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

/** Adding and removing labels. */
function LabelChoosers({ reason, onWork }: { reason: string | null; onWork: (work: BulkWork) => void }) {
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
        shortcut={triageKeys.labels}
        reason={reason}
        options={known}
        free={(text) => `Add “${text}”`}
        problemOf={(next) => labelProblem('label', next)}
        onChoose={({ value }) => put(value)}
      />
      <Chooser
        label="Take label off"
        icon={<Tags />}
        reason={reason}
        options={known}
        free={(text) => `Take “${text}” off`}
        onChoose={({ value }) => onWork({ change: { remove_labels: [value] }, words: `without the label “${value}”` })}
      />
    </>
  )
}

function SnoozeChooser({
  name,
  reason,
  onWork,
}: {
  name: string
  reason: string | null
  onWork: (work: BulkWork) => void
}) {
  const zone = useZone()
  const [isAsking, setIsAsking] = useState(false)
  const snooze = (at: string) =>
    onWork({ change: { snoozed_until: at }, words: `snoozed until ${untilWords(at, { now: Date.now(), zone })}` })
  return (
    <>
      <Chooser
        label="Snooze"
        icon={<AlarmClock />}
        shortcut={triageKeys.snooze}
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
  const statuses = conversationStatuses.filter((status) => status !== 'snoozed')
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
      <Chooser
        label="Assign"
        icon={<UserPlus />}
        shortcut={triageKeys.assignee}
        reason={reason}
        options={usePeople()}
        onChoose={({ value, label }) =>
          onWork({
            change: { assignee: value === nobodyValue ? null : value },
            words: `assigned to ${value === nobodyValue ? 'nobody' : label}`,
          })
        }
      />
      <LabelChoosers reason={reason} onWork={onWork} />
      <Chooser
        label="Priority"
        icon={<ChevronsUp />}
        shortcut={triageKeys.priority}
        reason={reason}
        options={priorities.toReversed().map((one) => ({ value: one, label: priorityWord(one) }))}
        onChoose={({ value, label }) => {
          const priority = priorities.find((one) => one === value)
          if (priority !== undefined) onWork({ change: { priority }, words: `set to priority ${label.toLowerCase()}` })
        }}
      />
      <SnoozeChooser name={name} reason={reason} onWork={onWork} />
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
