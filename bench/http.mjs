// A small HTTP/1.1 client for measuring: a general one spends more on a request than the servers that are measured do.
// Keep-alive, one request at a time on a connection, Content-Length or chunked bodies as text.
import { connect } from 'node:net'

export class Connection {
  #port
  #socket = null
  #buffer = ''
  #waiting = null

  constructor(port) {
    this.#port = port
  }

  /** `headers` is text: lines that end in CRLF. Connects at the first request, and after the server hung up. */
  ask(method, path, headers = '', body = '') {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      if (!this.#socket || this.#socket.destroyed) this.#connect()
      const length = body || method === 'POST' ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''
      const host = `Host: localhost:${this.#port}\r\n`
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${host}${headers}${length}\r\n${body}`)
    })
  }

  #connect() {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    this.#buffer = ''
    socket.setEncoding('latin1')
    // What comes unasked is the server saying that it hangs up on an idle connection.
    socket.on('data', (chunk) => (this.#waiting ? this.#read(chunk) : socket.destroy()))
    const failed = (error) => socket === this.#socket && this.#waiting?.reject(error)
    socket.on('error', failed)
    socket.on('close', () => failed(new Error('the connection was closed')))
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
