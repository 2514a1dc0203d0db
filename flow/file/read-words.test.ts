import { expect, test } from 'vitest'
import { readFlowFile } from './read.ts'

test('the message for text that does not begin as JSON says what the text looks like', () => {
  const messageOf = (text: string) => {
    const read = readFlowFile({ name: 'a.json', text })
    return read.ok ? '' : read.message
  }
  expect(messageOf('  <!doctype html><p>Not found')).toBe('The file looks like a web page or XML, not JSON or YAML.')
  expect(messageOf('Dear operator')).toBe('The file is neither JSON nor a flow in YAML.')
  expect(messageOf('{"nodes": [}')).toBe('A value is missing here.')
})
