/** What is wrong with a flow whose values were not saved. Pure. */
import { z } from 'zod'
import type { ApiError } from '#api/errors.ts'
import type { SavedValues } from './save-values.ts'

const NotReady = z.object({ validation: z.array(z.object({ level: z.string(), message: z.string() })) })

/** Maximum listed messages. */
const maxMessages = 5

/** The first problems: of values that no longer fit the flow, and findings that prevent it from running. */
export function refusalMessages(error: ApiError | null, saved: SavedValues | undefined): string[] {
  const body = NotReady.safeParse(error?.body)
  const findings = body.success ? body.data.validation.filter(({ level }) => level === 'error') : []
  const problems = saved?.is === 'refused' ? saved.problems : []
  const messages = [...new Set([...problems, ...findings].map(({ message }) => message))]
  const omitted = messages.length - maxMessages
  return omitted > 0 ? [...messages.slice(0, maxMessages), `and ${omitted.toLocaleString('en')} more`] : messages
}
