/** What a test of a connection asks, in order. Every one is a GET: nothing is written. */
import { me } from '#contract/account.ts'
import { balance, run } from '#contract/billing.ts'
import { channel } from '#contract/channel.ts'
import { conversation } from '#contract/conversation.ts'
import { flow } from '#contract/flow.ts'
import { urlOf } from '#contract/kernel/kernel.ts'
import { service } from '#contract/service.ts'
import { tool } from '#contract/tool.ts'
import type { JsonRecord } from '#lib/json/json.ts'

export interface Probe {
  name: string
  /** What it answers with, as tolerant reading calls it; null = an object of any kind. */
  noun: string | null
  isList: boolean
  /** One of the endpoints of the specification; the others may be missing. */
  isNeeded: boolean
  /** Path and query below the base; null where the list gave no flow to ask for. */
  pathFor: (flowId: string | null) => string | null
  /** The console without it, in words; of what may be missing. */
  without?: string
  /** What is worth knowing about the rows; '' where nothing is. */
  noteFor?: (rows: readonly JsonRecord[]) => string
  /** Whether an object of no noun is what the console reads there; absent = any is. */
  isKnown?: (object: JsonRecord) => boolean
}

/** Few rows tell the shape. */
const few = { limit: 5 }
const ofFlow = (path: (id: string) => string) => (id: string | null) => (id === null || id === '' ? null : path(id))

/** The first one names the flow for the two after it. */
export const probes: readonly Probe[] = [
  { name: 'Flows', noun: 'flow', isList: true, isNeeded: true, pathFor: () => urlOf(flow.list, few) },
  {
    name: 'One flow',
    noun: 'flowDetail',
    isList: false,
    isNeeded: true,
    pathFor: ofFlow((id) => urlOf(flow.read, { id })),
  },
  {
    name: 'Flow export',
    noun: null,
    isList: false,
    isNeeded: true,
    pathFor: ofFlow((id) => urlOf(flow.export, { id })),
  },
  {
    name: 'Tools by category',
    noun: 'tool',
    isList: true,
    isNeeded: true,
    pathFor: () => urlOf(tool.list, { ...few, category: 'api' }),
    noteFor: (rows) =>
      rows.some((row) => row['category'] !== 'api')
        ? 'The service ignored the category filter. The console filters the loaded rows.'
        : '',
  },
  { name: 'Channels', noun: 'channel', isList: true, isNeeded: true, pathFor: () => urlOf(channel.list, few) },
  {
    name: 'Conversations',
    noun: 'conversation',
    isList: true,
    isNeeded: true,
    pathFor: () => urlOf(conversation.list, few),
  },
  { name: 'Balance', noun: 'balance', isList: false, isNeeded: true, pathFor: () => urlOf(balance.read, {}) },
  { name: 'Runs', noun: 'run', isList: true, isNeeded: true, pathFor: () => urlOf(run.list, few) },
  {
    name: 'Current user',
    noun: null,
    isList: false,
    isNeeded: false,
    pathFor: () => urlOf(me.read, {}),
    without: 'The console shows only the features of the specification.',
    isKnown: (object) => Array.isArray(object['extensions']) && Array.isArray(object['scopes']),
  },
  {
    name: 'OpenAPI document',
    noun: null,
    isList: false,
    isNeeded: false,
    pathFor: () => urlOf(service.openapi, {}),
    without: 'The console uses the filter names of the specification.',
    isKnown: (object) => object['openapi'] !== undefined || object['swagger'] !== undefined,
  },
]
