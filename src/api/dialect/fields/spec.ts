/** Parsed rows of the table of fields. Pure. */
import { fields, type FieldsNoun } from './fields.ts'
import { Specs, type Spec as SpecOf } from './spec-text.ts'

export type FieldSpec = SpecOf<FieldsNoun>

export const specs = new Specs<FieldsNoun>(fields)

export const isFieldsNoun = (name: string): name is FieldsNoun => specs.has(name)

/** The fields of a noun, in the order of the table. */
export const specsOf = (noun: FieldsNoun): readonly FieldSpec[] => specs.of(noun)
