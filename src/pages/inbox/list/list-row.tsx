import type { ChangeEvent } from 'react'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { contactName } from '#pages/inbox/contact/contact-name.ts'
import { ConversationRow } from './conversation-row.tsx'

/** A row of the list with its checkbox, if bulk actions are possible. */
export function ListRow({
  picked,
  onPick,
  ...row
}: Parameters<typeof ConversationRow>[0] & {
  /** Null = the row cannot be selected. */
  picked: boolean | null
  onPick: (index: number, isRange: boolean) => void
}) {
  const { conversation, index, tabIndex } = row
  const change = (_checked: boolean, { nativeEvent: native }: ChangeEvent) =>
    onPick(index, native instanceof window.MouseEvent && native.shiftKey)
  return (
    <>
      <ConversationRow {...row} />
      {picked !== null && (
        <span className="pick">
          <Checkbox
            label={`Select #${conversation.number}, ${contactName(conversation)}`}
            checked={picked}
            tabIndex={tabIndex}
            onChange={change}
          />
        </span>
      )}
    </>
  )
}
