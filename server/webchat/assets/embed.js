/* Adds a button that opens the chat to a page: <script async src="https://…/webchat/…/embed.js"></script> */
;(() => {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const address = new URL('./', script.src)
  const page = address.href.replace(/\/$/, '')
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    :host { all: initial; color-scheme: light dark; }
    button { position: fixed; right: 20px; bottom: 20px; z-index: 2147483000; width: 56px; height: 56px; padding: 0; border: 0;
      border-radius: 28px; cursor: pointer; background: light-dark(oklch(0.455 0.076 210), oklch(0.8 0.098 200));
      color: light-dark(oklch(0.99 0.004 200), oklch(0.19 0.03 215)); box-shadow: 0 6px 20px rgb(0 0 0 / 22%); }
    button:focus-visible { outline: 3px solid light-dark(oklch(0.56 0.094 213), oklch(0.78 0.11 205)); outline-offset: 3px; }
    svg { display: block; margin: auto; width: 26px; height: 26px; fill: none; stroke: currentColor; stroke-width: 2;
      stroke-linecap: round; stroke-linejoin: round; }
    span { position: absolute; top: -2px; right: -2px; min-width: 20px; height: 20px; border-radius: 10px; padding: 0 5px;
      box-sizing: border-box; background: oklch(0.52 0.185 27); color: #fff; font: 600 12px/20px system-ui, sans-serif; }
    span[hidden] { display: none; }
    iframe { position: fixed; right: 20px; bottom: 88px; z-index: 2147483000; width: 380px; height: min(600px, calc(100dvh - 108px));
      border: 1px solid light-dark(oklch(0.915 0.006 205), oklch(0.288 0.009 215)); border-radius: 12px; color-scheme: normal;
      background: light-dark(#fff, oklch(0.208 0.007 215)); box-shadow: 0 16px 48px rgb(0 0 0 / 24%); }
    iframe[hidden] { display: none; }
    @media (max-width: 460px) { iframe { right: 8px; left: 8px; width: calc(100vw - 16px); } }
  `)
  root.adoptedStyleSheets = [sheet]

  const button = document.createElement('button')
  button.type = 'button'
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  svg.append(path)
  const badge = document.createElement('span')
  badge.hidden = true
  button.append(svg, badge)

  const frame = document.createElement('iframe')
  frame.title = 'Chat'
  frame.hidden = true
  let unread = 0
  const paint = () => {
    const isOpen = !frame.hidden
    path.setAttribute('d', isOpen ? 'M6 6l12 12M18 6L6 18' : 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z')
    button.setAttribute('aria-expanded', String(isOpen))
    const news = unread > 0 ? `, ${unread} unread` : ''
    button.setAttribute('aria-label', isOpen ? 'Close the chat' : `Open the chat${news}`)
    badge.hidden = isOpen || unread === 0
    badge.textContent = String(unread)
  }
  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    // The service is not contacted before the visitor opens the chat.
    if (isOpen && !frame.hasAttribute('src')) frame.src = page
    frame.hidden = !isOpen
    if (isOpen) unread = 0
    paint()
    if (isOpen) frame.focus()
    else button.focus()
  }
  button.addEventListener('click', () => show(frame.hidden !== false))
  window.addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== address.origin) return
    if (event.data?.webchat === 'close') show(false)
    if (event.data?.webchat !== 'news' || !frame.hidden) return
    unread += 1
    paint()
  })
  paint()
  root.append(frame, button)
  const mount = () => document.body.append(host)
  if (document.body) mount()
  else document.addEventListener('DOMContentLoaded', mount, { once: true })
})()
