/**
 * A mail server for tests with one mailbox and one user, and those parts of SMTP (RFC 5321, AUTH PLAIN and LOGIN,
 * STARTTLS) and IMAP4rev1 (RFC 3501, IDLE) that the service's libraries use.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { fetchOf, type Mail } from './mail-fetch.ts'

export interface MailSettings {
  user?: string
  password?: string
  /** If set, the SMTP server offers STARTTLS. */
  tls?: { key: string; cert: string }
  /** Responses by the first word of a command, instead of the usual ones; "hang up" closes the connection. */
  responses?: Record<string, string>
}

export interface MailServer {
  smtpPort: number
  imapPort: number
  /** Mails received by SMTP, unchanged. */
  sent: { from: string; to: string[]; text: string; isEncrypted: boolean }[]
  inbox: Mail[]
  /** Adds a mail to the mailbox, and notifies waiting clients. */
  deliver(text: string): void
  settings: MailSettings
  /** Closes all connections. */
  closeConnections(): void
  close(): Promise<void>
}

/** Splits received bytes into lines, and calls back for each line with its literals. */
class LineReader {
  #rest = Buffer.alloc(0)
  #literal = 0
  readonly #line: (text: string) => void

  constructor(line: (text: string) => void) {
    this.#line = line
  }

  read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const at = this.#rest.indexOf('\r\n', this.#literal)
      if (at < 0) return
      const text = this.#rest.subarray(0, at).toString('latin1')
      const literal = /\{(\d+)\+?\}$/.exec(text)
      if (literal && this.#literal < at) {
        this.#literal = at + 2 + Number(literal[1])
        if (this.#rest.length < this.#literal) return
        continue
      }
      this.#rest = this.#rest.subarray(at + 2)
      this.#literal = 0
      this.#line(text)
    }
  }
}

const listen = async (connected: (socket: Socket) => void): Promise<{ server: Server; port: number }> => {
  const server = createServer(connected)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return { server, port: address.port }
}

class RunningMailServer implements MailServer {
  smtpPort = 0
  imapPort = 0
  readonly sent: MailServer['sent'] = []
  readonly inbox: Mail[] = []
  readonly settings: MailSettings
  readonly #sockets = new Set<Socket>()
  readonly #servers: Server[] = []
  readonly #arrivalListeners = new Set<() => void>()

  constructor(settings: MailSettings) {
    this.settings = settings
  }

  async start(): Promise<void> {
    const smtp = await listen((socket) => this.#smtp(this.#track(socket)))
    const imap = await listen((socket) => this.#imap(this.#track(socket)))
    this.#servers.push(smtp.server, imap.server)
    this.smtpPort = smtp.port
    this.imapPort = imap.port
  }

  #track(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }

  /** Sends the response from the settings, if there is one, and returns whether it did. */
  #sendConfiguredResponse(socket: Socket, word: string, tag: string): boolean {
    const text = this.settings.responses?.[word.toUpperCase()]
    if (text === undefined) return false
    if (text === 'hang up') socket.destroy()
    else socket.write(`${tag}${text}\r\n`)
    return true
  }

  #isUser(user: string, password: string): boolean {
    return user === (this.settings.user ?? 'shop') && password === (this.settings.password ?? 'secret')
  }

  #smtp(first: Socket): void {
    let socket: Socket = first
    let isEncrypted = false
    let mail: { from: string; to: string[] } = { from: '', to: [] }
    let data: string[] | null = null
    const send = (text: string) => socket.write(`${text}\r\n`)
    const command = (line: string) => {
      const [word = '', ...rest] = line.split(' ')
      if (this.#sendConfiguredResponse(socket, word, '')) return
      const name = word.toUpperCase()
      if (name === 'EHLO') {
        const offers = [...(this.settings.tls && !isEncrypted ? ['STARTTLS'] : []), 'AUTH PLAIN LOGIN', '8BITMIME']
        send(['250-mail.test', ...offers.slice(0, -1).map((one) => `250-${one}`), `250 ${offers.at(-1)}`].join('\r\n'))
      } else if (name === 'STARTTLS' && this.settings.tls) {
        send('220 go on')
        socket.removeAllListeners('data')
        const context = createSecureContext(this.settings.tls)
        const secure = new TLSSocket(socket, { isServer: true, secureContext: context })
        secure.on('error', () => secure.destroy())
        secure.on('data', (chunk: Buffer) => lines.read(chunk))
        socket = secure
        isEncrypted = true
      } else if (name === 'AUTH') {
        const [, user = '', password = ''] = Buffer.from(rest[1] ?? '', 'base64')
          .toString()
          .split('\0')
        send(this.#isUser(user, password) ? '235 hello' : '535 5.7.8 who are you')
      } else if (name === 'MAIL') {
        mail = { from: line, to: [] }
        send('250 ok')
      } else if (name === 'RCPT') {
        mail.to.push(/<(.*)>/.exec(line)?.[1] ?? '')
        send('250 ok')
      } else if (name === 'DATA') {
        data = []
        send('354 go on')
      } else if (name === 'QUIT') socket.end('221 bye\r\n')
      else send('250 ok')
    }
    const lines = new LineReader((line) => {
      if (!data) command(line)
      else if (line !== '.') data.push(line.replace(/^\./, ''))
      else {
        this.sent.push({ ...mail, text: data.join('\r\n'), isEncrypted })
        data = null
        if (!this.#sendConfiguredResponse(socket, 'END', '')) send('250 taken')
      }
    })
    socket.on('data', (chunk: Buffer) => lines.read(chunk))
    if (!this.#sendConfiguredResponse(socket, 'GREETING', '')) send('220 mail.test ESMTP')
  }

  #imap(socket: Socket): void {
    let idleTag: string | null = null
    const send = (text: string) => socket.write(`${text}\r\n`)
    const notify = () => idleTag !== null && send(`* ${this.inbox.length} EXISTS`)
    this.#arrivalListeners.add(notify)
    socket.on('close', () => this.#arrivalListeners.delete(notify))
    const lines = new LineReader((line) => {
      if (idleTag !== null && line.toUpperCase() === 'DONE') {
        send(`${idleTag} OK done`)
        idleTag = null
        return
      }
      const [tag = '', word = '', ...rest] = line.split(' ')
      if (this.#sendConfiguredResponse(socket, word, `${tag} `)) return
      if (word.toUpperCase() === 'IDLE') {
        idleTag = tag
        send('+ idling')
        // Reports mails since the last command immediately, like real servers.
        notify()
      } else this.#imapCommand(socket, tag, word.toUpperCase(), rest.join(' '))
    })
    socket.on('data', (chunk: Buffer) => lines.read(chunk))
    if (!this.#sendConfiguredResponse(socket, 'GREETING', '')) send('* OK [CAPABILITY IMAP4rev1 IDLE] ready')
  }

  #imapCommand(socket: Socket, tag: string, word: string, rest: string): void {
    const send = (...texts: string[]) => socket.write(texts.map((text) => `${text}\r\n`).join(''))
    if (word === 'CAPABILITY') send('* CAPABILITY IMAP4rev1 IDLE', `${tag} OK`)
    else if (word === 'LOGIN') {
      const [user = '', password = ''] = rest.split(' ').map((part) => part.replaceAll('"', ''))
      send(this.#isUser(user, password) ? `${tag} OK in` : `${tag} NO [AUTHENTICATIONFAILED] who are you`)
    } else if (word === 'LIST' || word === 'LSUB') send(`* ${word} (\\HasNoChildren) "/" "INBOX"`, `${tag} OK`)
    else if (word === 'SELECT' || word === 'EXAMINE')
      send(
        `* ${this.inbox.length} EXISTS`,
        '* FLAGS (\\Seen \\Answered)',
        '* OK [PERMANENTFLAGS (\\Seen)] ok',
        '* OK [UIDVALIDITY 7] ok',
        `* OK [UIDNEXT ${this.inbox.length + 1}] ok`,
        `${tag} OK [READ-WRITE] open`,
      )
    else if (word === 'UID') this.#byUid(send, tag, rest)
    else if (word === 'LOGOUT') {
      send('* BYE', `${tag} OK`)
      socket.end()
    } else send(`${tag} OK`)
  }

  #byUid(send: (...texts: string[]) => void, tag: string, rest: string): void {
    const [word = '', first = '', ...more] = rest.split(' ')
    const found = this.inbox.find(({ uid }) => String(uid) === first)
    const query = more.join(' ')
    if (word.toUpperCase() === 'SEARCH') {
      const unseen = this.inbox.filter(({ flags }) => !flags.has(String.raw`\Seen`)).map(({ uid }) => uid)
      send(`* SEARCH ${unseen.join(' ')}`.trim(), `${tag} OK`)
    } else if (word.toUpperCase() === 'STORE' && found) {
      found.flags.add(String.raw`\Seen`)
      send(`* ${found.uid} FETCH (UID ${found.uid} FLAGS (\\Seen))`, `${tag} OK`)
    } else if (word.toUpperCase() === 'FETCH' && found) send(fetchOf(found, query), `${tag} OK`)
    else send(`${tag} OK`)
  }

  deliver(text: string): void {
    this.inbox.push({
      uid: this.inbox.length + 1,
      text: text.replaceAll(/\r?\n/g, '\r\n'),
      flags: new Set(),
      receivedAt: new Date(),
    })
    for (const notify of this.#arrivalListeners) notify()
  }

  closeConnections(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.closeConnections()
    await Promise.all(this.#servers.map((server) => new Promise((done) => void server.close(done))))
  }
}

export async function startMailServer(settings: MailSettings = {}): Promise<MailServer> {
  const server = new RunningMailServer(settings)
  await server.start()
  return server
}
