/** The service about itself, and what commands on its own machine ask of it. Source: docs/api.md, "Extensions". */
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
    summary: 'Get this document',
    returns: JsonObject,
    access: 'anyone',
    extension: 'openapi',
  }),
  schema: get(templateSchemaPath, {
    summary: 'Get the JSON Schema (2020-12) of a flow template file; imports are checked against it',
    returns: JsonObject,
    access: 'anyone',
    extension: 'template_schema',
  }),
  live: get('/health/live', {
    summary: 'Liveness: the process responds',
    returns: Health,
    access: 'anyone',
    extension: 'health',
  }),
  ready: get('/health/ready', {
    summary: 'Readiness: the database responds',
    returns: Health,
    errors: ['unavailable'],
    access: 'anyone',
    extension: 'health',
  }),
  metrics: get('/metrics', {
    summary: 'Get metrics in the Prometheus text format',
    media: 'text',
    extension: 'metrics',
  }),
})

/** The token of the data folder signs these in; they are not reachable with a session or a key. */
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
    summary: 'Stream a logical backup',
    /** Stored secrets are left out, or in it as they are encrypted. */
    query: z.object({ secrets: z.enum(['encrypted']).optional() }),
    media: 'text',
    access: 'machine',
    extension: 'admin',
  }),
})
