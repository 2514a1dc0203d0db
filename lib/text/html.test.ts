import { expect, test } from 'vitest'
import { escapeHtml, html } from './html.ts'

test('texts are escaped, markup and lists of markup are not', () => {
  const name = `<b title='x' id="y">&`
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    `<p title="${escapeHtml(name)}">&#60;b title=&#39;x&#39; id=&#34;y&#34;&#62;&#38;</p>`,
  )
  expect(html`${['<a>', 2].map((each) => html`<li>${each}</li>`)}`.text).toBe('<li>&#60;a&#62;</li><li>2</li>')
})

test('null, undefined and false render nothing, 0 is rendered', () => {
  expect(html`[${null}${undefined}${false}${[]}${''}${0}]`.text).toBe('[0]')
})

test('the indentation of a template is removed, the indentation of a value is kept', () => {
  const list = html`<ul>
    <li>${'a\n    b'}</li>
  </ul>`
  expect(list.text).toBe('<ul>\n<li>a\n    b</li>\n</ul>')
})
