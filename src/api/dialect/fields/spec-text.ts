/** Parser for a row of a table of fields (fields.ts defines the syntax). Pure. */

export interface Spec<Noun extends string> {
  field: string
  /** "text", "choice", "of" …, without list, suffix and argument. */
  kind: string
  isList: boolean
  isNullable: boolean
  /** Optional in the contract. */
  isOptional: boolean
  /** Values of a choice. */
  choices: readonly string[]
  /** Value of a flag if it is absent. */
  isTrueWhenAbsent: boolean
  /** Noun of an `of`. */
  noun: Noun | null
  /** Other names of the field. */
  names: readonly string[]
}

type Fields = Readonly<Record<string, string>>

/** The nouns of a table, each parsed once. */
export class Specs<Noun extends string> {
  readonly #table: Readonly<Record<Noun, Fields>>
  readonly #parsed = new Map<Noun, readonly Spec<Noun>[]>()

  constructor(table: Readonly<Record<Noun, Fields>>) {
    this.#table = table
  }

  /** Own properties only: a service may call something "constructor". */
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
