// A small HTTP/1.1 client for measuring: a general one spends more on a request than the servers that are measured do.
// Keep-alive, one request at a time on a connection, Content-Length or chunked bodies as text.
import { connect } from 'node:net'

export class Connection {
  #socket
  #buffer = ''
  #waiting = null
  #opened
  #host

  constructor(port) {
    this.#host = `localhost:${port}`
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#opened = new Promise((resolve, reject) => {
      this.#socket.once('connect', resolve)
      this.#socket.once('error', reject)
    })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the connection was closed')))
  }

  /** `headers` is text: lines that end in CRLF. */
  ask(method, path, headers = '', body = '') {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      const length = body || method === 'POST' ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${headers}${length}\r\n${body}`)
    })
  }

  async open() {
    await this.#opened
    return this
  }

  close() {
    this.#waiting = null
    this.#socket.destroy()
  }

  #read(chunk) {
    this.#buffer += chunk
    const end = this.#buffer.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#buffer.slice(0, end + 2)
    const body = this.#bodyFrom(head, end + 4)
    if (body === null) return
    this.#buffer = ''
    const { resolve } = this.#waiting
    this.#waiting = null
    resolve({ status: Number(head.slice(9, 12)), head, text: body })
  }

  #bodyFrom(head, start) {
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)
    if (length) {
      const until = start + Number(length[1])
      return this.#buffer.length < until ? null : this.#buffer.slice(start, until)
    }
    if (!/\r\ntransfer-encoding:/i.test(head)) return ''
    let text = ''
    for (let at = start; ; ) {
      const line = this.#buffer.indexOf('\r\n', at)
      if (line < 0) return null
      const size = Number.parseInt(this.#buffer.slice(at, line), 16)
      if (this.#buffer.length < line + 4 + size) return null
      if (size === 0) return text
      text += this.#buffer.slice(line + 2, line + 2 + size)
      at = line + 4 + size
    }
  }
}

/** Where an answer leads, or null. */
export const locationOf = (head) => /\r\nlocation: *([^\r]*)/i.exec(head)?.[1] ?? null

/** Every cookie that an answer sets, as pairs. */
export function cookiesOf(head) {
  return [...head.matchAll(/\r\nset-cookie: ([^=]+)=([^;\r\n]*)/gi)].map(([, name, value]) => [name, value])
}
