/** HTML as a value: a tagged template that escapes every text that is put into it. */

/** What `html` makes. Nothing else does, so a text from elsewhere never counts as markup. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Html = Markup

/** Lists are joined; null, undefined and false leave nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/** A text as it is written between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(textOf).join('')
}

/** The texts between the values of each template, without the indentation of the source: a fifth of a large page. */
const templates = new WeakMap<TemplateStringsArray, string[]>()

function partsOf(template: TemplateStringsArray): string[] {
  const known = templates.get(template)
  if (known) return known
  const parts = template.map((part) => part.replaceAll(/\n\s+/g, '\n'))
  templates.set(template, parts)
  return parts
}

/** Attributes have to be written with quotes. Lines of the template itself lose their indentation, those of values keep it. */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = ''
  for (const [index, part] of partsOf(template).entries()) text += part + textOf(values[index])
  return new Markup(text)
}
