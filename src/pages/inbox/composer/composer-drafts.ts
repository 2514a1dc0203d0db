/** What is being written in conversations: kept in this browser until it is sent, so that it survives leaving and reloading. */
import { z } from 'zod'
import { draftStorage } from '#parts/storage/draft-storage.ts'
import { signal } from '#lib/signal.ts'

export const writtenKinds = ['reply', 'note'] as const
export type WrittenKind = (typeof writtenKinds)[number]

/** A request that was sent and whose answer is not known: sent once more in the same words, it is done once. */
const Attempt = z.object({
  text: z.string(),
  version: z.int().optional(),
  key: z.string(),
  /** Ms since 1970. */
  at: z.number(),
})
export type WriteAttempt = z.infer<typeof Attempt>

const Part = z.object({ text: z.string(), attempt: Attempt.nullable() })
export type WrittenPart = z.infer<typeof Part>

const Draft = z.object({ kind: z.enum(writtenKinds), reply: Part, note: Part })
export type ComposerDraft = z.infer<typeof Draft>

const nothing: WrittenPart = { text: '', attempt: null }
const emptyDraft: ComposerDraft = { kind: 'reply', reply: nothing, note: nothing }

const shelf = draftStorage('conversation', Draft, (draft) => draft)
/** Also where the browser keeps nothing: then until the page is left. */
const open = signal<ReadonlyMap<string, ComposerDraft>>(new Map())

const isEmpty = ({ reply, note }: ComposerDraft): boolean =>
  [reply, note].every(({ text, attempt }) => text === '' && attempt === null)

/** Drafts by conversation and person (`parts/storage/storage-scope.ts`). */
export const composerDrafts = {
  subscribe: open.subscribe,
  get: (key: string): ComposerDraft => open.get().get(key) ?? emptyDraft,
  /** Reads what was kept, once. */
  load(key: string): void {
    if (open.get().has(key)) return
    open.set(new Map(open.get()).set(key, shelf.read(key)?.draft ?? emptyDraft))
  },
  change(key: string, change: Partial<ComposerDraft>): void {
    const next = { ...composerDrafts.get(key), ...change }
    open.set(new Map(open.get()).set(key, next))
    if (isEmpty(next)) shelf.drop(key)
    else shelf.keep(key, next)
  },
  changePart(key: string, kind: WrittenKind, part: WrittenPart): void {
    composerDrafts.change(key, kind === 'reply' ? { reply: part } : { note: part })
  },
  /** Puts a text into the answer, behind what stands there. */
  append(key: string, text: string): void {
    const { reply } = composerDrafts.get(key)
    const joined = reply.text.trim() === '' ? text : `${reply.text}\n\n${text}`
    composerDrafts.change(key, { kind: 'reply', reply: { text: joined, attempt: null } })
  },
}
