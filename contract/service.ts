/** Information about the service, and endpoints for its command line. Source: docs/api.md, "Extensions". */
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
    summary: 'Get the API reference as an HTML page, generated from the OpenAPI document',
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
    summary: 'Check liveness: the process responds',
    returns: Health,
    access: 'anyone',
    extension: 'health',
  }),
  ready: get('/health/ready', {
    summary: 'Check readiness: the database responds',
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

/** Authenticated with the token in the data folder; sessions and API keys have no access. */
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
    summary: 'Download a logical backup of the database',
    /** Stored secrets are omitted, or included in encrypted form. */
    query: z.object({ secrets: z.enum(['encrypted']).optional() }),
    media: 'text',
    access: 'machine',
    extension: 'admin',
  }),
})
