/** Flow file fixtures, read as the product reads them, and queries about the result. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Node } from '#contract/flow.ts'
import type { FlowDraft } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'

const folder = new URL('../fixtures/flows/', import.meta.url)
/** The text of a file. */
export const fixtureText = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

export function fixture(name: string): FlowDraft[] {
  const result = readFlowFile({ name, text: fixtureText(name) })
  return result.ok ? result.flows : expect.fail(`${result.code}: ${result.message}`)
}
export const only = (flows: FlowDraft[]): FlowDraft =>
  flows.length === 1 && flows[0] ? flows[0] : expect.fail(`${flows.length} flows`)
export const nodeOf = (flow: FlowDraft, id: string): Node =>
  flow.nodes.find((node) => node.id === id) ?? expect.fail(`no node ${id}`)
export const typesOf = (flow: FlowDraft) => Object.fromEntries(flow.nodes.map(({ id, type }) => [id, type]))
export const namesOf = (flow: FlowDraft) => flow.nodes.map(({ name }) => name)
export const parentsOf = (flow: FlowDraft) =>
  Object.fromEntries(flow.nodes.flatMap(({ id, parent }) => (parent === null ? [] : [[id, parent]])))
export const edgesOf = (flow: FlowDraft) =>
  flow.edges.map(({ source, source_handle: from, target, target_handle: to, label }) =>
    [source, from, target, to, ...(label === null ? [] : [`“${label}”`])].join(' '),
  )
export const warningsOf = (flow: FlowDraft) => flow.warnings.map(({ code }) => code)
