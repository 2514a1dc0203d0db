/**
 * Unsent texts of conversations: stored in this browser until they are sent, so that they survive navigation and
 * reload.
 */
import { z } from 'zod'
import { draftStorage } from '#parts/storage/draft-storage.ts'
import { signal } from '#lib/signal.ts'

export const composerKinds = ['reply', 'note'] as const
export type ComposerKind = (typeof composerKinds)[number]

/** A request whose outcome is unknown: a retry of the same text uses its key, so that it is executed only once. */
const Attempt = z.object({
  text: z.string(),
  version: z.int().optional(),
  key: z.string(),
  /** Unix time in ms. */
  at: z.number(),
})
export type SendAttempt = z.infer<typeof Attempt>

const Part = z.object({ text: z.string(), attempt: Attempt.nullable() })
export type DraftPart = z.infer<typeof Part>

/** `kind`: the kind that the user chose; null = none yet. */
const Draft = z.object({ kind: z.enum(composerKinds).nullable(), reply: Part, note: Part })
export type ComposerDraft = z.infer<typeof Draft>

const emptyPart: DraftPart = { text: '', attempt: null }
const emptyDraft: ComposerDraft = { kind: null, reply: emptyPart, note: emptyPart }

const storage = draftStorage('conversation', Draft, (draft) => draft)
/** Drafts in memory, which remain available if the browser refuses storage. */
const draftsByKey = signal<ReadonlyMap<string, ComposerDraft>>(new Map())

const isEmpty = ({ reply, note }: ComposerDraft): boolean =>
  [reply, note].every(({ text, attempt }) => text === '' && attempt === null)

/** Drafts by conversation and user (`parts/storage/storage-scope.ts`). */
export const composerDrafts = {
  subscribe: draftsByKey.subscribe,
  get: (key: string): ComposerDraft => draftsByKey.get().get(key) ?? emptyDraft,
  /** Loads the stored draft, unless it is already in memory. */
  load(key: string): void {
    if (draftsByKey.get().has(key)) return
    draftsByKey.set(new Map(draftsByKey.get()).set(key, storage.read(key)?.draft ?? emptyDraft))
  },
  change(key: string, change: Partial<ComposerDraft>): void {
    const next = { ...composerDrafts.get(key), ...change }
    draftsByKey.set(new Map(draftsByKey.get()).set(key, next))
    if (isEmpty(next)) storage.remove(key)
    else storage.save(key, next)
  },
  changePart(key: string, kind: ComposerKind, part: DraftPart): void {
    composerDrafts.change(key, kind === 'reply' ? { reply: part } : { note: part })
  },
  /** Appends a text to the reply, and switches the composer to it. */
  append(key: string, text: string): void {
    const { reply } = composerDrafts.get(key)
    const joined = reply.text.trim() === '' ? text : `${reply.text}\n\n${text}`
    composerDrafts.change(key, { kind: 'reply', reply: { text: joined, attempt: null } })
  },
}
