/** The IMAP representation of a mail (RFC 3501, FETCH), for the mail server of tests. */

export interface Mail {
  uid: number
  text: string
  flags: Set<string>
  receivedAt: Date
}

const quoted = (text: string | undefined): string =>
  text === undefined ? 'NIL' : `"${text.replaceAll(/["\\]/g, (letter) => `\\${letter}`)}"`
const literal = (text: string): string => `{${Buffer.byteLength(text)}}\r\n${text}`

const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()

/** "Ann <ann@example.com>" as an IMAP address list. */
function addressOf(text: string | undefined): string {
  if (text === undefined) return 'NIL'
  const [, name = '', box = text] = /^(.*?)\s*<(.*)>$/.exec(text) ?? []
  const [local = '', host = ''] = box.split('@')
  return `((${name === '' ? 'NIL' : quoted(name)} NIL ${quoted(local)} ${quoted(host)}))`
}

/** "22-Nov-2026 10:00:00 +0000" */
function imapDate(date: Date): string {
  const [, day = '', month = '', year = '', time = ''] = /, (\d\d) (\w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? []
  return `${day}-${month}-${year} ${time} +0000`
}

/** A FETCH response with the requested items of a mail, which has one part. */
export function fetchOf({ uid, text, flags, receivedAt }: Mail, query: string): string {
  const [head = '', ...paragraphs] = text.split('\r\n\r\n')
  const body = paragraphs.join('\r\n\r\n')
  const of = (name: string) => headerOf(head, name)
  const from = addressOf(of('from'))
  const type = /html/.test(of('content-type') ?? '') ? 'HTML' : 'PLAIN'
  const encoding = (of('content-transfer-encoding') ?? '8bit').toUpperCase()
  const parts = [`UID ${uid}`]
  if (query.includes('FLAGS')) parts.push(`FLAGS (${[...flags].join(' ')})`)
  if (query.includes('INTERNALDATE')) parts.push(`INTERNALDATE "${imapDate(receivedAt)}"`)
  if (query.includes('ENVELOPE'))
    parts.push(
      `ENVELOPE (NIL ${quoted(of('subject'))} ${from} ${from} ${from} ${addressOf(of('to'))} NIL NIL ${quoted(of('in-reply-to'))} ${quoted(of('message-id'))})`,
    )
  if (query.includes('BODYSTRUCTURE'))
    parts.push(
      `BODYSTRUCTURE ("TEXT" "${type}" ("CHARSET" "UTF-8") NIL NIL "${encoding}" ${Buffer.byteLength(body)} 1 NIL NIL NIL NIL)`,
    )
  const fields = /BODY(?:\.PEEK)?\[HEADER\.FIELDS \((.*?)\)\]/i.exec(query)
  if (fields) {
    const wanted = (fields[1] ?? '').toLowerCase().split(' ')
    const lines = head.split('\r\n').filter((line) => wanted.includes(line.split(':')[0]?.toLowerCase() ?? ''))
    parts.push(`BODY[HEADER.FIELDS (${fields[1]})] ${literal(`${lines.join('\r\n')}\r\n\r\n`)}`)
  }
  const section = /BODY(?:\.PEEK)?\[(1|TEXT|1\.MIME)\](?:<(\d+)\.(\d+)>)?/i.exec(query)
  if (section) {
    const start = Number(section[2] ?? 0)
    const piece = section[1] === '1.MIME' ? '' : body.slice(start, start + Number(section[3] ?? body.length))
    const origin = section[2] === undefined ? '' : `<${start}>`
    parts.push(`BODY[${section[1]}]${origin} ${literal(piece)}`)
  }
  const mime = query.includes('1.MIME') && section?.[1] !== '1.MIME'
  if (mime) parts.push(`BODY[1.MIME] ${literal('\r\n')}`)
  return `* ${uid} FETCH (${parts.join(' ')})`
}
