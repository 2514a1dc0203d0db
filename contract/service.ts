/** Information about the service, and endpoints for commands on its own machine. Source: docs/api.md, "Extensions". */
import { z } from 'zod'
import { get, noun, post } from './kernel/kernel.ts'
import { JsonObject } from './kernel/page.ts'
import { templateSchemaPath } from './values/template-format.ts'

const Health = z.object({
  status: z.enum(['ok', 'starting', 'stopping', 'failing']),
  version: z.string(),
  database: z.enum(['ok', 'failing', 'unknown']),
})

export const service = noun('service', {
  openapi: get('/openapi.json', {
    summary: 'This document',
    returns: JsonObject,
    access: 'anyone',
    extension: 'openapi',
  }),
  docs: get('/docs', {
    summary: 'The reference of the API as a page, made from the OpenAPI document',
    media: 'page',
    access: 'anyone',
    extension: 'api_docs',
  }),
  schema: get(templateSchemaPath, {
    summary: 'The JSON Schema (2020-12) of a flow as a file, by which an import is checked',
    returns: JsonObject,
    access: 'anyone',
    extension: 'template_schema',
  }),
  live: get('/health/live', { summary: 'The process answers', returns: Health, access: 'anyone', extension: 'health' }),
  ready: get('/health/ready', {
    summary: 'The process can serve: its database answers',
    returns: Health,
    errors: ['unavailable'],
    access: 'anyone',
    extension: 'health',
  }),
  metrics: get('/metrics', { summary: 'Figures in the Prometheus text format', media: 'text', extension: 'metrics' }),
})

/** Authenticated with the token in the data folder; a session or a key has no access. */
export const admin = noun('admin', {
  command: post('/admin/{command}/', {
    summary: 'Run a command (account, key, sample) in the service that holds the data folder',
    body: JsonObject,
    returns: JsonObject,
    errors: ['not_found', 'invalid'],
    changes: [],
    access: 'machine',
    extension: 'admin',
  }),
  backup: get('/admin/backup/', {
    summary: 'A logical backup, streamed',
    /** Stored secrets are omitted, or included in encrypted form. */
    query: z.object({ secrets: z.enum(['encrypted']).optional() }),
    media: 'text',
    access: 'machine',
    extension: 'admin',
  }),
})
