/** Requests of a connection test, in order. All are GET: nothing is written. */
import { me } from '#contract/account.ts'
import { balance, run } from '#contract/billing.ts'
import { channel } from '#contract/channel.ts'
import { conversation } from '#contract/conversation.ts'
import { flow } from '#contract/flow.ts'
import { urlOf } from '#contract/kernel/endpoint.ts'
import { service } from '#contract/service.ts'
import { tool } from '#contract/tool.ts'
import type { JsonRecord } from '#lib/json/json.ts'

export interface Probe {
  name: string
  /** Id of the endpoint, as in `lacks` of a product. */
  endpoint: string
  /** Noun with which the dialect reader reads the response; null = an object of any kind. */
  noun: string | null
  isList: boolean
  /** Whether the endpoint is part of the specification; other endpoints may be missing. */
  isRequired: boolean
  /** Path and query below the base URL; null if the flow list contained no flow to request. */
  pathFor: (flowId: string | null) => string | null
  /** Effect on the console if the endpoint is missing. */
  effectIfMissing?: string
  /** A remark about the rows; '' if none. */
  rowNote?: (rows: readonly JsonRecord[]) => string
  /** For a probe without a noun: whether the object has the expected format; absent = any format is accepted. */
  isKnown?: (object: JsonRecord) => boolean
}

/** A few rows suffice to recognize the shape. */
const sampleLimit = { limit: 5 }
const ofFlow = (path: (id: string) => string) => (id: string | null) => (id === null || id === '' ? null : path(id))

/** The first request provides the flow for the next two. */
export const probes: readonly Probe[] = [
  {
    name: 'Flows',
    endpoint: flow.list.id,
    noun: 'flow',
    isList: true,
    isRequired: true,
    pathFor: () => urlOf(flow.list, sampleLimit),
  },
  {
    name: 'One flow',
    endpoint: flow.read.id,
    noun: 'flowDetail',
    isList: false,
    isRequired: true,
    pathFor: ofFlow((id) => urlOf(flow.read, { id })),
  },
  {
    name: 'Flow export',
    endpoint: flow.export.id,
    noun: null,
    isList: false,
    isRequired: true,
    pathFor: ofFlow((id) => urlOf(flow.export, { id })),
  },
  {
    name: 'Tools by category',
    endpoint: tool.list.id,
    noun: 'tool',
    isList: true,
    isRequired: true,
    pathFor: () => urlOf(tool.list, { ...sampleLimit, category: 'api' }),
    rowNote: (rows) =>
      rows.some((row) => row['category'] !== 'api')
        ? 'The service ignored the category filter. The console filters the loaded rows.'
        : '',
  },
  {
    name: 'Channels',
    endpoint: channel.list.id,
    noun: 'channel',
    isList: true,
    isRequired: true,
    pathFor: () => urlOf(channel.list, sampleLimit),
  },
  {
    name: 'Conversations',
    endpoint: conversation.list.id,
    noun: 'conversation',
    isList: true,
    isRequired: true,
    pathFor: () => urlOf(conversation.list, sampleLimit),
  },
  {
    name: 'Balance',
    endpoint: balance.read.id,
    noun: 'balance',
    isList: false,
    isRequired: true,
    pathFor: () => urlOf(balance.read, {}),
  },
  {
    name: 'Runs',
    endpoint: run.list.id,
    noun: 'run',
    isList: true,
    isRequired: true,
    pathFor: () => urlOf(run.list, sampleLimit),
  },
  {
    name: 'Current user',
    endpoint: me.read.id,
    noun: null,
    isList: false,
    isRequired: false,
    pathFor: () => urlOf(me.read, {}),
    effectIfMissing: 'The console shows only the features of the specification.',
    isKnown: (object) => Array.isArray(object['extensions']) && Array.isArray(object['scopes']),
  },
  {
    name: 'OpenAPI document',
    endpoint: service.openapi.id,
    noun: null,
    isList: false,
    isRequired: false,
    pathFor: () => urlOf(service.openapi, {}),
    effectIfMissing: 'The console uses the filter names of the specification.',
    isKnown: (object) => object['openapi'] !== undefined || object['swagger'] !== undefined,
  },
]
