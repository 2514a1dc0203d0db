/** A row of the table of fields, taken apart once. Pure. */
import { fields, type FieldsNoun } from './fields.ts'

export interface Spec {
  field: string
  /** "text", "choice", "of" …, without list, mark and argument. */
  kind: string
  isList: boolean
  isNullable: boolean
  /** The contract itself may leave it out. */
  isOptional: boolean
  /** Of a choice. */
  choices: readonly string[]
  /** Of a flag: what it means where it is not given. */
  isTrueWhenAbsent: boolean
  /** Of `of`. */
  noun: FieldsNoun | null
  /** Other names of the field. */
  names: readonly string[]
}

/** Own names alone: a service may call something "constructor". */
export const isFieldsNoun = (name: string): name is FieldsNoun => Object.hasOwn(fields, name)

function parseSpec(field: string, text: string): Spec {
  const [head = '', ...names] = text.split(' ')
  const bare = head.replace(/[?*]$/, '').replace(/^list:/, '')
  const [kind = '', argument = ''] = bare.split(':')
  return {
    field,
    kind,
    isList: head.startsWith('list:'),
    isNullable: head.endsWith('?'),
    isOptional: head.endsWith('*'),
    choices: kind === 'choice' ? argument.split(',') : [],
    isTrueWhenAbsent: argument === 'true',
    noun: kind === 'of' && isFieldsNoun(argument) ? argument : null,
    names,
  }
}

const parsed = new Map<FieldsNoun, readonly Spec[]>()

/** The fields of a noun, in the order of the table. */
export function specsOf(noun: FieldsNoun): readonly Spec[] {
  const known = parsed.get(noun)
  if (known) return known
  const specs = Object.entries(fields[noun]).map(([field, text]) => parseSpec(field, text))
  parsed.set(noun, specs)
  return specs
}
