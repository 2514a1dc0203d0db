import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useExtension, useMe } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { person as personApi } from '#contract/person.ts'
import {
  conversationStatuses,
  type Conversation,
  type ConversationChoice,
  type ConversationStatus,
} from '#contract/conversation.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { conversationStatusWord, isConversationChoice } from '#parts/display/status.tsx'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { PickerBox } from '#ui/overlays/picker-box.tsx'
import type { PickerOption } from '#ui/overlays/picker-options.ts'
import { popupContainerOf } from '#ui/overlays/popup.ts'
import { LabelsBox, knownLabels } from './labels-box.tsx'
import { assignablePeople } from './assignable-people.ts'
import { snoozeTimes, untilWords } from './snooze-times.ts'
import type { TriageChange } from './triage-change.ts'
import { choiceChange, choiceOptions, triageFields, type TriageName } from './triage-fields.ts'

interface ChooserProps {
  conversation: Conversation
  anchor: HTMLElement
  onChange: (change: TriageChange) => void
  onClose: () => void
}

/** The value of "Unassigned"; never equal to the id of a person, since ids have a prefix. */
export const unassignedValue = 'none'
/** The value of "Custom time", which opens a dialog. */
export const otherTimeValue = 'other'

function StatusChooser({ conversation, onChange, ...box }: ChooserProps) {
  // Snoozing needs a time, so it is chosen in another list.
  const offered = conversationStatuses.filter((status) => status !== 'snoozed' || conversation.status === 'snoozed')
  return (
    <PickerBox
      {...box}
      align="start"
      label="Status"
      options={offered.map((status) => ({ value: status, label: conversationStatusWord(status) }))}
      chosen={[conversation.status]}
      onChosen={(_, { value }) => {
        const status = offered.find((one): one is ConversationStatus => one === value)
        if (status !== undefined && status !== conversation.status) onChange({ status })
      }}
    />
  )
}

function ChoiceChooser({ field, conversation, onChange, ...box }: ChooserProps & { field: ConversationChoice }) {
  return (
    <PickerBox
      {...box}
      align="start"
      label={triageFields[field].label}
      options={choiceOptions(field)}
      chosen={[conversation[field]]}
      onChosen={(_, { value }) => {
        const change = choiceChange(field, value)
        if (change !== null && value !== conversation[field]) onChange(change)
      }}
    />
  )
}

/** Possible assignees: oneself, no one, and the people of the account if the service lists them. */
export function usePeople(): readonly PickerOption[] {
  const me = useMe()?.person ?? null
  const hasPeople = useExtension('people')
  const people = useQuery({ ...q(personApi.list, { limit: maxLimit }), enabled: hasPeople }).data?.results ?? []
  const others = assignablePeople(people).filter((one) => one.id !== me?.id)
  return [
    ...(me === null ? [] : [{ value: me.id, label: me.name, note: 'you' }]),
    { value: unassignedValue, label: 'Unassigned' },
    ...others.map((one) => ({ value: one.id, label: one.name, note: one.email })),
  ]
}

function AssigneeChooser({ conversation, onChange, ...box }: ChooserProps) {
  const people = usePeople()
  const { assignee } = conversation
  return (
    <PickerBox
      {...box}
      align="start"
      label="Assign to"
      options={people}
      chosen={[assignee?.id ?? unassignedValue]}
      onChosen={(_, { value, label }) => {
        if (value === (assignee?.id ?? unassignedValue)) return
        onChange({ assignee: value === unassignedValue ? null : { id: value, name: label } })
      }}
    />
  )
}

function LabelsChooser({ conversation, onChange, ...box }: ChooserProps) {
  return (
    <LabelsBox
      {...box}
      label="Labels"
      noun="label"
      labels={conversation.labels}
      suggestions={knownLabels(useQueryClient())}
      onLabels={(labels) => onChange({ labels })}
    />
  )
}

/** Options for the snooze time, with "Custom time" as the last one. */
export function useSnoozeOptions(): readonly PickerOption[] {
  const now = useNow()
  const zone = useZone()
  return [
    ...snoozeTimes(now, zone).map(({ label, at }) => ({ value: at, label, note: untilWords(at, { now, zone }) })),
    { value: otherTimeValue, label: 'Custom time' },
  ]
}

function SnoozeChooser({ onChange, onOther, ...box }: ChooserProps & { onOther: () => void }) {
  return (
    <PickerBox
      {...box}
      align="start"
      label="Snooze until"
      options={useSnoozeOptions()}
      chosen={[]}
      onChosen={(_, { value }) => (value === otherTimeValue ? onOther() : onChange({ snoozed_until: value }))}
    />
  )
}

/** List of values for a field of a conversation, beside its trigger. */
export function TriageChooser({
  kind,
  onOtherTime,
  ...chooser
}: ChooserProps & {
  kind: TriageName
  /** Called when "Custom time" is chosen. */
  onOtherTime: () => void
}) {
  const choosers: Record<Exclude<TriageName, ConversationChoice>, ReactNode> = {
    status: <StatusChooser {...chooser} />,
    assignee: <AssigneeChooser {...chooser} />,
    labels: <LabelsChooser {...chooser} />,
    snoozed_until: <SnoozeChooser {...chooser} onOther={onOtherTime} />,
  }
  return createPortal(
    isConversationChoice(kind) ? <ChoiceChooser {...chooser} field={kind} /> : choosers[kind],
    popupContainerOf(chooser.anchor),
  )
}
