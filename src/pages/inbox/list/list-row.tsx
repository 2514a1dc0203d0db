import type { ChangeEvent } from 'react'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { contactName } from '#pages/inbox/contact/contact-name.ts'
import { ConversationRow } from './conversation-row.tsx'

/** A row of the list with its checkbox, if bulk actions are possible. */
export function ListRow({
  isSelected,
  onSelect,
  ...row
}: Parameters<typeof ConversationRow>[0] & {
  /** Null = the row cannot be selected. */
  isSelected: boolean | null
  onSelect: (index: number, isRange: boolean) => void
}) {
  const { conversation, index, tabIndex } = row
  const change = (_checked: boolean, { nativeEvent: native }: ChangeEvent) =>
    onSelect(index, native instanceof window.MouseEvent && native.shiftKey)
  return (
    <>
      <ConversationRow {...row} />
      {isSelected !== null && (
        <span className="pick">
          <Checkbox
            label={`Select #${conversation.number}, ${contactName(conversation)}`}
            checked={isSelected}
            tabIndex={tabIndex}
            onChange={change}
          />
        </span>
      )}
    </>
  )
}
