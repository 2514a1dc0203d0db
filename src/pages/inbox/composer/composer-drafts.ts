/**
 * Unsent texts of conversations: stored in this browser until they are sent, so that they survive navigation and
 * reload.
 */
import { z } from 'zod'
import { draftStorage } from '#parts/storage/draft-storage.ts'
import { signal } from '#lib/signal.ts'

export const writtenKinds = ['reply', 'note'] as const
export type WrittenKind = (typeof writtenKinds)[number]

/** A request whose outcome is unknown: a retry of the same text uses its key, so that it is executed only once. */
const Attempt = z.object({
  text: z.string(),
  version: z.int().optional(),
  key: z.string(),
  /** Unix time in ms. */
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
/** Drafts in memory, which remain available if the browser refuses storage. */
const open = signal<ReadonlyMap<string, ComposerDraft>>(new Map())

const isEmpty = ({ reply, note }: ComposerDraft): boolean =>
  [reply, note].every(({ text, attempt }) => text === '' && attempt === null)

/** Drafts by conversation and user (`parts/storage/storage-scope.ts`). */
export const composerDrafts = {
  subscribe: open.subscribe,
  get: (key: string): ComposerDraft => open.get().get(key) ?? emptyDraft,
  /** Loads the stored draft, unless it is already in memory. */
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
  /** Appends a text to the reply. */
  append(key: string, text: string): void {
    const { reply } = composerDrafts.get(key)
    const joined = reply.text.trim() === '' ? text : `${reply.text}\n\n${text}`
    composerDrafts.change(key, { kind: 'reply', reply: { text: joined, attempt: null } })
  },
}
