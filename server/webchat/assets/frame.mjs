/**
 * The web chat, as a page or embedded in another. Messages are set as text and never become markup. The browser stores
 * the visitor's identity for this chat only; if storage is not allowed, the conversation ends with the page.
 */

const { token = '', name = '' } = document.body.dataset
const base = `/api/webchat/${token}`
const storageKey = `webchat:${token}`
/** Long-poll wait in seconds. */
const longPollSeconds = 25
/** Timeout after which a poll is repeated. */
const pollTimeoutMs = (longPollSeconds + 15) * 1000
const firstPauseMs = 1_000
const maxPauseMs = 30_000
const maxText = 4_000
const isFramed = window.parent !== window

/** A UUID, also on plain http pages, where `crypto.randomUUID` is missing. */
function newId() {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** @type {string | null} */
let visitor = null
const readVisitor = () => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return visitor
  }
}
/** @param {string | null} value */
const storeVisitor = (value) => {
  visitor = value
  try {
    if (value === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, value)
  } catch {
    // Browsers may block storage of embedded pages: `visitor` then holds the identity until the page closes.
    visitor = value
  }
}

class ResponseError extends Error {
  /** @param {number} status @param {string} detail */
  constructor(status, detail) {
    super(detail)
    this.status = status
  }
}

/** @param {string} path @param {unknown} [body] */
async function request(path, body) {
  /** @type {Record<string, string>} */
  const headers = { accept: 'application/json' }
  if (visitor !== null) headers['x-visitor'] = visitor
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(`${base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'omit',
    signal: AbortSignal.timeout(pollTimeoutMs),
  })
  const answer = await response.json()
  if (!response.ok) throw new ResponseError(response.status, String(answer.detail ?? ''))
  return answer
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[T]}
 */
function make(tag, attributes = {}, children = []) {
  const element = document.createElement(tag)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

const list = make('ol')
const main = make('main', { tabindex: '0', 'aria-label': 'Messages' }, [list])
const status = make('p', { class: 'status', role: 'status' })
// Live region: new messages are announced, earlier ones are not.
const liveRegion = make('div', { class: 'unseen', 'aria-live': 'polite' })
const field = make('textarea', {
  rows: '1',
  maxlength: String(maxText),
  'aria-label': 'Your message',
  placeholder: 'Write a message',
})
const send = make('button', { type: 'submit' }, ['Send'])
const form = make('form', { 'aria-label': 'Send a message' }, [field, send])
const close = make('button', { type: 'button', 'aria-label': 'Close the chat' }, ['✕'])
const header = make('header', {}, [make('h1', {}, [name]), ...(isFramed ? [close] : [])])
document.body.append(header, main, status, liveRegion, form)

/**
 * @type {Map<string, { id: string, text: string, state: 'sending' | 'failed', why: string }>} Messages that are not sent yet.
 */
const pending = new Map()
/** @type {{ state: string, is_open: boolean, can_answer: boolean, is_answering: boolean, messages: { id: string, at: string, from: string, name: string | null, text: string }[] }} */
let chat = { state: '', is_open: true, can_answer: true, is_answering: false, messages: [] }
/** @type {string | null} */
let greeting = null
let isOffline = false
const announcedIds = new Set()

/** @param {string} at */
const timeOf = (at) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

/** @param {string} from @param {string} text @param {(Node | string)[]} below */
function bubble(from, text, below) {
  const who = make('span', { class: 'unseen' }, [from === 'visitor' ? 'You: ' : `${name}: `])
  const item = make('li', { 'data-from': from }, [make('p', {}, [who, text])])
  if (below.length > 0) item.append(make('small', {}, below))
  return item
}

function paintStatus() {
  const words = isOffline
    ? 'No connection. Reconnecting…'
    : !chat.is_open
      ? 'The chat is closed at the moment.'
      : chat.is_answering
        ? 'Writing a reply…'
        : chat.can_answer
          ? ''
          : 'No one can reply right now. Your messages are saved.'
  if (status.textContent !== words) status.textContent = words
  field.disabled = !chat.is_open
  send.disabled = !chat.is_open
}

/** Whether the view is scrolled to the end; it then stays there on new messages, and when a keyboard opens. */
let isAtEnd = true
const scrollToEnd = () => {
  main.scrollTop = main.scrollHeight
}
main.addEventListener('scroll', () => {
  isAtEnd = main.scrollHeight - main.scrollTop - main.clientHeight < 80
})
new ResizeObserver(() => isAtEnd && scrollToEnd()).observe(main)

function paint() {
  const items = chat.messages.map(({ from, text, at, name: author }) =>
    bubble(from, text, [[author, timeOf(at)].filter(Boolean).join(' · ')]),
  )
  if (greeting !== null) items.unshift(bubble('us', greeting, []))
  for (const one of pending.values()) {
    const retryButton = make('button', { type: 'button' }, ['Try again'])
    retryButton.addEventListener('click', () => void deliver(one.id))
    const item = bubble(
      'visitor',
      one.text,
      one.state === 'sending' ? ['Sending…'] : [`Not sent${one.why}. `, retryButton],
    )
    item.dataset['state'] = one.state
    items.push(item)
  }
  list.replaceChildren(...items)
  if (isAtEnd) scrollToEnd()
  paintStatus()
}

function announceNews() {
  for (const { id, from, text } of chat.messages) {
    if (announcedIds.has(id)) continue
    announcedIds.add(id)
    if (from !== 'us' || !isWatching) continue
    liveRegion.replaceChildren(make('p', {}, [text]))
    if (isFramed) window.parent.postMessage({ webchat: 'news' }, '*')
  }
}
let isWatching = false

/** Resumes the stored visitor, or creates a new one. */
async function openSession() {
  visitor = readVisitor()
  const session = await request('/session/', {})
  greeting = session.greeting
  chat = { ...chat, is_open: session.is_open, can_answer: session.can_answer }
  if (visitor === null) storeVisitor(session.visitor)
  return session.visitor
}

let resolveVisitor = () => {}
/** Resolves when the visitor is known; messages written before are sent then. */
const visitorKnown = new Promise((done) => {
  resolveVisitor = () => done(undefined)
})

/** @param {string} id */
async function deliver(id) {
  const one = pending.get(id)
  if (!one) return
  pending.set(id, { ...one, state: 'sending', why: '' })
  paint()
  try {
    await visitorKnown
    const sent = await request('/message/', { id, text: one.text })
    pending.delete(id)
    if (!chat.messages.some((message) => message.id === sent.id)) chat = { ...chat, messages: [...chat.messages, sent] }
  } catch (error) {
    const why = error instanceof ResponseError && error.status === 429 ? `: ${error.message.replace(/\.$/, '')}` : ''
    pending.set(id, { ...one, state: 'failed', why })
  }
  paint()
}

async function watch() {
  let retryMs = firstPauseMs
  for (;;) {
    const startedAt = performance.now()
    try {
      const query = chat.state === '' ? '' : `?wait=${longPollSeconds}&since=${encodeURIComponent(chat.state)}`
      chat = await request(`/message/${query}`)
      isOffline = false
      retryMs = firstPauseMs
      announceNews()
      isWatching = true
      paint()
      // An immediate response without changes: the service is busy.
      if (performance.now() - startedAt < 200) await pause(200)
    } catch (error) {
      if (error instanceof ResponseError && error.status === 401) {
        // The channel was recreated or its key has changed: this visitor is unknown.
        storeVisitor(null)
        await openSession().catch(() => undefined)
      }
      isOffline = !(error instanceof ResponseError)
      paintStatus()
      await pause(retryMs)
      retryMs = Math.min(retryMs * 2, maxPauseMs)
    }
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = field.value.trim()
  if (text === '' || !chat.is_open) return
  const id = newId()
  pending.set(id, { id, text, state: 'sending', why: '' })
  field.value = ''
  isAtEnd = true
  void deliver(id)
  field.focus()
})
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  form.requestSubmit()
})
const closeFrame = () => isFramed && window.parent.postMessage({ webchat: 'close' }, '*')
close.addEventListener('click', closeFrame)
document.addEventListener('keydown', (event) => event.key === 'Escape' && closeFrame())
window.addEventListener('online', () => paintStatus())

async function start() {
  for (let retryMs = firstPauseMs; ; retryMs = Math.min(retryMs * 2, maxPauseMs)) {
    try {
      await openSession()
      break
    } catch {
      isOffline = true
      paintStatus()
      await pause(retryMs)
    }
  }
  resolveVisitor()
  isOffline = false
  paint()
  field.focus()
  await watch()
}
void start()
