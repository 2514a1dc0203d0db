/**
 * Canned replies: texts with variables, shared by the account. The console fills in the values. Source: docs/api.md,
 * "Conversations".
 */
import { z } from 'zod'
import { del, get, noun, patch, post } from './kernel/endpoint.ts'
import { maxText } from './kernel/limits.ts'
import { Id, Name, page, pageQuery, Time, Version } from './kernel/page.ts'
import { unknownVariables } from './values/reply-variables.ts'

/** Maximum number of canned replies of an account. */
export const maxCannedReplies = 500

export const CannedReply = z.object({
  id: Id,
  name: z.string(),
  /** Without the slash; unique in the account. */
  shortcut: z.string(),
  /** May contain variables: `{{contact.name}}`. */
  text: z.string(),
  created_at: Time,
  updated_at: Time,
  version: z.int(),
  sample: z.boolean(),
})
export type CannedReply = z.infer<typeof CannedReply>

const Shortcut = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens.')

const Text = z
  .string()
  .max(maxText)
  .refine((text) => text.trim() !== '', 'This field may not be blank.')
  .superRefine((text, context) => {
    for (const name of unknownVariables(text))
      context.addIssue({ code: 'custom', message: `There is no variable {{${name}}}.` })
  })

const extension = 'canned_replies'

export const cannedReply = noun('canned_reply', {
  list: get('/canned-reply/', {
    summary: 'List the canned replies of the account, by name',
    query: pageQuery,
    returns: page(CannedReply),
    extension,
  }),
  read: get('/canned-reply/{id}/', {
    summary: 'Get a canned reply',
    returns: CannedReply,
    errors: ['not_found'],
    extension,
    hasVersion: true,
  }),
  create: post('/canned-reply/', {
    summary: 'Create a canned reply',
    body: z.strictObject({ name: Name, shortcut: Shortcut, text: Text }),
    returns: CannedReply,
    success: 201,
    errors: ['conflict'],
    changes: ['canned_reply'],
    extension,
  }),
  edit: patch('/canned-reply/{id}/', {
    summary: 'Change a canned reply',
    body: z.strictObject({
      name: Name.optional(),
      shortcut: Shortcut.optional(),
      text: Text.optional(),
      version: Version.optional(),
    }),
    returns: CannedReply,
    errors: ['not_found'],
    changes: ['canned_reply'],
    extension,
    hasVersion: true,
  }),
  remove: del('/canned-reply/{id}/', {
    summary: 'Delete a canned reply',
    errors: ['not_found'],
    changes: ['canned_reply'],
    extension,
    hasVersion: true,
  }),
})
