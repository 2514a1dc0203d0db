/** What a flow was sent as, without what is drawn. Pure. */
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { FieldsNoun } from './fields/fields.ts'
import { fold } from './values/fold.ts'
import type { FieldPlan } from './plan.ts'

/** The page has no use for nodes and edges a second time: they are held where they were read. */
export function withoutGraph(noun: FieldsNoun, raw: JsonRecord, plan: FieldPlan): JsonRecord {
  if (noun !== 'flowDetail' && noun !== 'imported') return raw
  const graph = plan.fields.filter(({ spec }) => spec.kind === 'nodes' || spec.kind === 'edges')
  return graph.flatMap(({ sources }) => sources).reduce((rest, { key, below }) => leftOut(rest, [key, ...below]), raw)
}

/** The object without what lies at a path of names, in any case. */
function leftOut(raw: JsonRecord, [name = '', ...below]: readonly string[]): JsonRecord {
  const entries = Object.entries(raw).flatMap(([key, value]): [string, Json][] => {
    if (fold(key) !== fold(name)) return [[key, value]]
    return below.length === 0 ? [] : [[key, isRecord(value) ? leftOut(value, below) : value]]
  })
  return Object.fromEntries(entries)
}
