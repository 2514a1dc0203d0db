import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/program.mjs'
import { withoutJsonSchemas } from './json-schemas.mjs'

test('removes the conversion to JSON Schema from schemas, and nothing else', () => {
  const path = join(root, 'node_modules/zod/v4/classic/schemas.js')
  const code = readFileSync(path, 'utf8')
  const stripped = withoutJsonSchemas(code, path)
  expect(stripped).not.toMatch(/processJSONSchema|createToJSONSchemaMethod\(|createStandardJSONSchemaMethod\(/)
  const removed = code.split('\n').filter((line) => !stripped.includes(line) && line.trim() !== '},')
  expect(removed.filter((line) => !/JSONSchema|jsonSchema: \{/.test(line))).toEqual([])
  // Braces of what is left still match.
  const braces = (text: string) => text.split('{').length - text.split('}').length
  expect(braces(stripped)).toBe(braces(code))
})

test('leaves other files alone', () => {
  const code = 'inst._zod.processJSONSchema = () => null;'
  expect(withoutJsonSchemas(code, '/repo/contract/flow.ts')).toBe(code)
})
