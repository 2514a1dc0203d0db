/** HTML as a value: a tagged template that escapes every interpolated text. */

/** Result of `html`, and of nothing else, so that no other text is taken for markup. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Html = Markup

/** Lists are joined; null, undefined and false render nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/** Escapes a text for element content and for quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(textOf).join('')
}

/** Static parts of each template, without the indentation of the source, which would be a fifth of a large page. */
const templates = new WeakMap<TemplateStringsArray, string[]>()

function partsOf(template: TemplateStringsArray): string[] {
  const known = templates.get(template)
  if (known) return known
  const parts = template.map((part) => part.replaceAll(/\n\s+/g, '\n'))
  templates.set(template, parts)
  return parts
}

/** Attributes must be quoted. Lines of the template lose their indentation; lines of values keep it. */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = ''
  for (const [index, part] of partsOf(template).entries()) text += part + textOf(values[index])
  return new Markup(text)
}
