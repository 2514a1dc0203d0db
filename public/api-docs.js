// Of the page /api/docs, which is complete without it: folds the menu on narrow screens, filters it, opens all for printing.

const menu = document.getElementById('menu')
const filter = document.getElementById('filter')
const count = document.getElementById('filter-count')
const items = [...document.querySelectorAll('#menu li[data-text]')]
const groups = [...document.querySelectorAll('#menu > ul > li')]

// The width from which the menu is beside the text, as in api-docs.css.
if (!matchMedia('(width >= 64rem)').matches) menu.open = false
document.getElementById('filter-row').hidden = false

filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const item of items) item.hidden = !words.every((word) => item.dataset.text.includes(word))
  for (const group of groups) group.hidden = group.querySelector('li:not([hidden])') === null
  const shown = items.filter((item) => !item.hidden).length
  count.textContent = words.length === 0 ? '' : `${shown} of ${items.length}`
})

// On a narrow screen the text is below the menu: a chosen entry is shown with the menu closed.
menu.addEventListener('click', (event) => {
  if (event.target.closest('a') && !matchMedia('(width >= 64rem)').matches) menu.open = false
})

let closed = []
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('main details:not([open])')]
  for (const each of closed) each.open = true
})
addEventListener('afterprint', () => {
  for (const each of closed) each.open = false
})
