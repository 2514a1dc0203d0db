/** How a row of a table of fields is read (fields.ts says how it is written). Pure. */

export interface Spec<Noun extends string> {
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
  noun: Noun | null
  /** Other names of the field. */
  names: readonly string[]
}

type Fields = Readonly<Record<string, string>>

/** The nouns of a table, each taken apart once. */
export class Specs<Noun extends string> {
  readonly #table: Readonly<Record<Noun, Fields>>
  readonly #parsed = new Map<Noun, readonly Spec<Noun>[]>()

  constructor(table: Readonly<Record<Noun, Fields>>) {
    this.#table = table
  }

  /** Own names alone: a service may call something "constructor". */
  has(name: string): name is Noun {
    return Object.hasOwn(this.#table, name)
  }

  /** The fields of a noun, in the order of the table. */
  of(noun: Noun): readonly Spec<Noun>[] {
    const known = this.#parsed.get(noun)
    if (known) return known
    const fields: Fields = this.#table[noun]
    const specs = Object.entries(fields).map(([field, text]) => this.#parse(field, text))
    this.#parsed.set(noun, specs)
    return specs
  }

  #parse(field: string, text: string): Spec<Noun> {
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
      noun: kind === 'of' && this.has(argument) ? argument : null,
      names,
    }
  }
}
