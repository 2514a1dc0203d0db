/** The table of fields agrees with the schemas of the contract, field by field. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import { Currency, Id, Money, Time } from '#contract/kernel/page.ts'
import { fields, type FieldsNoun } from './fields.ts'
import { nounOf } from './is-contract.ts'
import { isList } from './is-list.ts'
import { fold } from '#api/dialect/values/fold.ts'
import { candidatesOf, plainName } from '#api/dialect/values/names.ts'
import { isFieldsNoun, specsOf, type FieldSpec } from './spec.ts'

const isObject = (schema: unknown): schema is z.ZodObject => schema instanceof z.ZodObject

interface Bare {
  schema: unknown
  isNullable: boolean
  isOptional: boolean
}

function bare(schema: unknown): Bare {
  if (schema instanceof z.ZodNullable) return { ...bare(schema.unwrap()), isNullable: true }
  if (schema instanceof z.ZodOptional) return { ...bare(schema.unwrap()), isOptional: true }
  return { schema, isNullable: false, isOptional: false }
}

const own = new Map<unknown, string[]>([
  [Money, ['money']],
  [Time, ['time']],
  [Currency, ['currency']],
  [Id, ['id']],
])

/** The kinds in the table that fit a schema. */
function kindsOf(schema: unknown): string[] {
  const known = own.get(schema)
  if (known) return known
  if (schema instanceof z.ZodString) return ['id', 'text', 'end']
  if (schema instanceof z.ZodNumber) return schema.isInt ? ['int', 'ms'] : ['number']
  if (schema instanceof z.ZodBoolean) return ['flag']
  if (schema instanceof z.ZodEnum) return ['choice']
  if (schema instanceof z.ZodRecord) return ['object']
  return isObject(schema) ? ['of', 'place', 'size', 'any'] : ['any']
}

const seen = new Set<FieldsNoun>()

function checkField(noun: FieldsNoun, spec: FieldSpec, given: unknown): string[] {
  const { schema, isNullable, isOptional } = bare(given)
  const at = `${noun}.${spec.field}`
  const isGraph = spec.kind === 'nodes' || spec.kind === 'edges'
  const mismatches: string[] = []
  if (isNullable !== (spec.isNullable || spec.kind === 'place' || spec.kind === 'size')) mismatches.push(`${at}: null`)
  if (isOptional !== spec.isOptional) mismatches.push(`${at}: optional`)
  if (schema instanceof z.ZodArray !== (spec.isList || isGraph)) return [...mismatches, `${at}: list`]
  const one: unknown = schema instanceof z.ZodArray ? schema.element : schema
  if (isGraph) return [...mismatches, ...check(spec.kind === 'nodes' ? 'node' : 'edge', one)]
  if (!kindsOf(one).includes(spec.kind)) mismatches.push(`${at}: ${spec.kind} is none of ${kindsOf(one).join(', ')}`)
  if (one instanceof z.ZodEnum && String(one.options) !== String(spec.choices)) mismatches.push(`${at}: choices`)
  return spec.noun === null ? mismatches : [...mismatches, ...check(spec.noun, one)]
}

function check(noun: FieldsNoun, schema: unknown): string[] {
  if (!isObject(schema)) return [`${noun} is not an object`]
  seen.add(noun)
  const specs = specsOf(noun)
  const names = new Set(specs.map((spec) => spec.field))
  const mismatches = Object.keys(schema.shape)
    .filter((name) => !names.has(name))
    .map((name) => `${noun}.${name} is missing`)
  return [...mismatches, ...specs.flatMap((spec) => checkField(noun, spec, schema.shape[spec.field]))]
}

test('the table has the fields of the schema of every endpoint', () => {
  const mismatches = allEndpoints.flatMap((endpoint) => {
    const noun = nounOf(endpoint)
    if (noun === null || endpoint.returns === null || endpoint.media !== 'json') return []
    const rows = isList(endpoint) && isObject(endpoint.returns) ? endpoint.returns.shape['results'] : endpoint.returns
    return check(noun, rows instanceof z.ZodArray ? rows.element : rows)
  })
  expect(mismatches).toEqual([])
  expect(Object.keys(fields).filter((noun) => isFieldsNoun(noun) && !seen.has(noun))).toEqual([])
})

test('no alias of a field is listed twice or equals the name of the field', () => {
  const doubled = Object.keys(fields).flatMap((noun) => {
    if (!isFieldsNoun(noun)) return []
    return specsOf(noun).flatMap((spec) => {
      const names = spec.names
        .filter((name) => !name.includes('.'))
        .map(plainName)
        .map(fold)
      return names.length === new Set([fold(spec.field), ...names]).size - 1 ? [] : [`${noun}.${spec.field}`]
    })
  })
  expect(doubled).toEqual([])
})

test('the unit of an amount is read from the field name', () => {
  const cost = specsOf('run').find((spec) => spec.field === 'cost')
  const units = new Map((cost ? candidatesOf('run', cost) : []).map(({ path, unit }) => [path.join('.'), unit]))
  expect(units.get('costcents')).toBe('minor')
  expect(units.get('amountminor')).toBe('minor')
  expect(units.get('costmicros')).toBe('micros')
  expect(units.get('cost')).toBe('one')
})
