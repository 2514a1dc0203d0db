/** HTML as a value: a tagged template that escapes every interpolated text. */

/** Result of `html`. No other code creates it, so other text is never treated as markup. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Html = Markup

/** Lists are joined; null, undefined and false render nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/** Escapes text for element content and for quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(textOf).join('')
}

/** Static parts of each template, without indentation, which would be a fifth of a large page. */
const templates = new WeakMap<TemplateStringsArray, string[]>()

function partsOf(template: TemplateStringsArray): string[] {
  const known = templates.get(template)
  if (known) return known
  const parts = template.map((part) => part.replaceAll(/\n\s+/g, '\n'))
  templates.set(template, parts)
  return parts
}

/** Template tag. Attributes must be quoted. Indentation is removed from the template, but not from values. */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = ''
  for (const [index, part] of partsOf(template).entries()) text += part + textOf(values[index])
  return new Markup(text)
}
