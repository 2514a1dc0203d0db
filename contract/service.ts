/** Information about the service, and endpoints for commands on its own machine. Source: docs/api.md, "Extensions". */
import { z } from 'zod'
import { get, noun, post } from './kernel/endpoint.ts'
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
  docs: get('/docs', {
    summary: 'The reference of the API as a page, made from the OpenAPI document',
    media: 'page',
    access: 'anyone',
    extension: 'api_docs',
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
    summary: 'Stream a logical backup',
    /** Stored secrets are omitted, or included in encrypted form. */
    query: z.object({ secrets: z.enum(['encrypted']).optional() }),
    media: 'text',
    access: 'machine',
    extension: 'admin',
  }),
})
