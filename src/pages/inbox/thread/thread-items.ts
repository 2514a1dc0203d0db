/** A thread in reading order: days, messages, and between them the runs of the flow. Pure. */
import type { Message } from '#contract/conversation.ts'

export type ThreadRun = NonNullable<Message['run']>

export type ThreadItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'run'; key: string; run: ThreadRun }

/**
 * Messages, oldest first, with the days and runs between them. A run appears once: after the message that started it,
 * or before the message that it wrote.
 * @param dayOf the day of a time in the console's time zone
 */
export function threadItems(messages: readonly Message[], dayOf: (at: string) => string): ThreadItem[] {
  const items: ThreadItem[] = []
  const runs = new Set<string>()
  let day: string | null = null
  for (const message of messages) {
    const today = dayOf(message.at)
    if (today !== day) items.push({ kind: 'day', key: `day ${message.id}`, at: message.at })
    day = today
    const { run } = message
    const isNew = run !== null && !runs.has(run.id)
    if (isNew) runs.add(run.id)
    const ofRun: ThreadItem[] = isNew ? [{ kind: 'run', key: `run ${run.id}`, run }] : []
    const ofMessage: ThreadItem = { kind: 'message', key: message.id, message }
    items.push(...(message.direction === 'in' ? [ofMessage, ...ofRun] : [...ofRun, ofMessage]))
  }
  return items
}
