import { connect, type Socket } from 'node:net'

export type Answer = { status: number; head: string; body: Buffer }

/**
 * One HTTP/1.1 connection that is kept alive, one request at a time. Only as much of RFC 9112 as the servers here speak:
 * node:http as a client costs several times more processor time a request than nginx does as a server, and on a machine
 * where both share the cores that would be measured instead.
 */
export class Connection {
  #parts: Buffer[] = []
  #length = 0
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
  #head: { status: number; text: string; bodyAt: number; length: number | null } | null = null

  private constructor(readonly socket: Socket) {
    socket.setNoDelay(true)
    socket.on('data', (data) => this.#take(data))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new Connection(socket))
      })
    })
  }

  send(parts: readonly (Buffer | string)[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.socket.cork()
      for (const part of parts) this.socket.write(part)
      this.socket.uncork()
    })
  }

  close(): void {
    this.#waiting = null
    this.socket.destroy()
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = null
  }

  #take(data: Buffer): void {
    this.#parts.push(data)
    this.#length += data.length
    if (!this.#head && !this.#readHead()) return
    const { status, text, bodyAt, length } = this.#head!
    if (length !== null) {
      if (this.#length < bodyAt + length) return
      this.#done({ status, head: text, body: this.#all().subarray(bodyAt, bodyAt + length) })
    } else {
      const body = unchunk(this.#all(), bodyAt)
      if (body) this.#done({ status, head: text, body })
    }
  }

  #readHead(): boolean {
    const bytes = this.#all()
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return false
    const text = bytes.toString('latin1', 0, end)
    const status = Number(text.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)
    if (!length && status !== 204 && !/\r\ntransfer-encoding: *chunked/i.test(text)) {
      this.#fail(new Error(`The answer ${status} has no length.`))
      return false
    }
    this.#head = { status, text, bodyAt: end + 4, length: length ? Number(length[1]) : status === 204 ? 0 : null }
    return true
  }

  #all(): Buffer {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts, this.#length)]
    return this.#parts[0]!
  }

  #done(answer: Answer): void {
    const waiting = this.#waiting
    this.#parts = []
    this.#length = 0
    this.#head = null
    this.#waiting = null
    waiting?.resolve(answer)
  }
}

/** The body of a chunked answer (RFC 9112 §7.1), or null while its end is not there. */
function unchunk(bytes: Buffer, from: number): Buffer | null {
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    const start = line + 2
    if (bytes.length < start + size + 2) return null
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}
