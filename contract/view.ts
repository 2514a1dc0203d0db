/**
 * Saved views of the inbox and of runs: a named filter and order. A private view is visible only to its owner, a shared one to the
 * whole account; pinned and default views are settings of each person. Source: docs/api.md, "Conversations".
 */
import { z } from 'zod'
import { FilterGroup } from './filter/filter-group.ts'
import { del, get, noun, patch, post, put } from './kernel/endpoint.ts'
import { Id, Name, page, pageQuery, Ref, Time, Version } from './kernel/page.ts'

/** Maximum number of shared views of a list, and of private ones of a person. */
export const maxViews = 100

/** Lists that have saved views. */
const viewLists = ['conversation', 'run'] as const
const ViewList = z.enum(viewLists)
export type ViewList = z.infer<typeof ViewList>

const viewVisibilities = ['private', 'shared'] as const
const Visibility = z.enum(viewVisibilities)

export const View = z.object({
  id: Id,
  name: z.string(),
  /** The list that it filters; absent = conversations. */
  list: ViewList.optional(),
  /** As in `?filter=`. A view is listed even if its filter names a field that no longer exists. */
  filter: FilterGroup,
  /** As in `?ordering=`; null = the list's default. */
  ordering: z.string().nullable(),
  visibility: Visibility,
  /** Creator; the name is kept after the person is removed. */
  owner: Ref,
  is_mine: z.boolean(),
  /** Whether the caller has pinned it. */
  pinned: z.boolean(),
  /** Whether it is the caller's default view; at most one is. */
  is_default: z.boolean(),
  created_at: Time,
  updated_at: Time,
  version: z.int(),
})
export type View = z.infer<typeof View>

const Ordering = z.string().max(200)
const extension = 'views'

export const view = noun('view', {
  list: get('/view/', {
    summary: 'List shared views and your own of conversations, or of another `list`, pinned first',
    query: pageQuery.extend({ list: ViewList.optional() }),
    returns: page(View),
    extension,
  }),
  read: get('/view/{id}/', {
    summary: 'Get a saved view',
    returns: View,
    errors: ['not_found'],
    extension,
    hasVersion: true,
  }),
  create: post('/view/', {
    summary: 'Create a view',
    body: z.strictObject({
      name: Name,
      list: ViewList.optional(),
      filter: FilterGroup,
      ordering: Ordering.nullable().optional(),
      visibility: Visibility.optional(),
      pinned: z.boolean().optional(),
      is_default: z.boolean().optional(),
    }),
    returns: View,
    success: 201,
    errors: ['conflict'],
    changes: ['view'],
    extension,
  }),
  edit: patch('/view/{id}/', {
    summary: 'Change a view; a shared view can be made private only by its creator',
    body: z.strictObject({
      name: Name.optional(),
      filter: FilterGroup.optional(),
      ordering: Ordering.nullable().optional(),
      visibility: Visibility.optional(),
      version: Version.optional(),
    }),
    returns: View,
    errors: ['not_found', 'permission_denied'],
    changes: ['view'],
    extension,
    hasVersion: true,
  }),
  place: put('/view/{id}/place/', {
    summary: 'Pin a view or make it the default, for the caller only',
    body: z.strictObject({ pinned: z.boolean().optional(), is_default: z.boolean().optional() }),
    returns: View,
    errors: ['not_found'],
    changes: ['view'],
    extension,
    hasVersion: true,
  }),
  remove: del('/view/{id}/', {
    summary: 'Delete a view; a shared view is deleted for everyone',
    errors: ['not_found'],
    changes: ['view'],
    extension,
    hasVersion: true,
  }),
})
