/** Counts equal messages; apart from the review, which pages do not need. */
import { formatCount } from '#lib/count.ts'

/** Maximum number of distinct messages of a kind. */
const maxMessages = 5

export interface MessageCount {
  message: string
  count: number
}

/** A message with its number: "The wire has no target. (3 times)". */
export const messageLine = ({ message, count }: MessageCount): string =>
  count === 1 ? message : `${message} (${formatCount(count)} times)`

/** Counts a message; beyond the maximum of distinct ones, only equal ones are counted. */
export function addMessage(lines: MessageCount[], message: string): void {
  const line = lines.find((one) => one.message === message)
  if (line !== undefined) line.count += 1
  else if (lines.length < maxMessages) lines.push({ message, count: 1 })
}

/** The distinct messages of a short list. */
export function messageCounts(all: readonly { message: string }[]): MessageCount[] {
  const lines: MessageCount[] = []
  for (const { message } of all) addMessage(lines, message)
  return lines
}
