import { expect, test } from 'vitest'
import { emptyFlow, makeEdge, makeNode } from '#flow/draft.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import { openTemplate } from './open-template.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a template is opened with its counts and findings, and without data of a service', () => {
  const flow = {
    ...emptyFlow(),
    name: 'From a file',
    nodes: [makeNode({ id: 'a', type: 'trigger', name: 'Start', position: { x: 0, y: 0 } })],
    edges: [makeEdge({ id: 'e', source: 'a', target: 'gone' })],
  }
  const template = writeTemplate(flow, {
    exportedAt: '2026-01-01T00:00:00Z',
    generator: { name: 'Test', version: '1' },
  })
  const { head, parts } = openTemplate(bytesOf(templateText(template)))
  expect(head).toMatchObject({ name: 'From a file', counts: { nodes: 1, all: 1 }, hasPositions: true })
  expect(parts.nodes.map(({ id }) => id)).toEqual(['a'])
  expect(head.validation.map(({ code }) => code)).not.toContain('missing_tool')
})

test('an invalid template is refused with a message', () => {
  expect(() => openTemplate(bytesOf('[1, 2'))).toThrow(/JSON/)
})
