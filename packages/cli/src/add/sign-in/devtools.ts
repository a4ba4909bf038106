import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

interface Message {
  id?: number
  method?: string
  result?: Record<string, unknown>
  error?: { message: string }
  sessionId?: string
}

const deadline = 60_000

/** A headless browser with a profile of its own, spoken to by the DevTools protocol over a pipe that no other program reaches. */
export class DevTools {
  readonly #child: ChildProcess
  readonly #profile: string
  readonly #waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>()
  readonly #listeners = new Set<(message: Message) => void>()
  #lastId = 0

  constructor(program: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'vestibule-browser-'))
    const args = [
      '--headless=new',
      '--remote-debugging-pipe',
      '--no-first-run',
      '--disable-gpu',
      '--disable-background-networking',
      '--window-size=1280,800',
    ]
    // Chrome has no sandbox for root.
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    this.#child = spawn(program, [...args, ...sandbox, `--user-data-dir=${this.#profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    this.#child
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#fail(new Error('the browser has ended')))
    this.#input.on('error', () => {})
    this.#listen(this.#child.stdio[4] as Readable)
  }

  /** Calls a method, for a page if a session of one is given. */
  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#lastId
    this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return withDeadline(method, (resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  /** Waits for an event of a page. */
  event(method: string, sessionId: string): Promise<void> {
    return withDeadline(method, (resolve) => {
      const listener = (message: Message) => {
        if (message.method !== method || message.sessionId !== sessionId) return
        this.#listeners.delete(listener)
        resolve()
      }
      this.#listeners.add(listener)
    })
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve))
    if (this.#child.exitCode === null && this.#child.kill('SIGKILL')) await ended
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  get #input(): Writable {
    return this.#child.stdio[3] as Writable
  }

  /** Messages end with a zero byte. */
  #listen(output: Readable): void {
    let chunks: Buffer[] = []
    output.on('data', (data: Buffer) => {
      let from = 0
      for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, from)) {
        this.#receive(Buffer.concat([...chunks, data.subarray(from, end)]).toString('utf8'))
        chunks = []
        from = end + 1
      }
      chunks.push(data.subarray(from))
    })
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Message
    for (const listener of this.#listeners) listener(message)
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id)
    if (!waiting) return
    this.#waiting.delete(message.id as number)
    if (message.error) waiting.reject(new Error(message.error.message))
    else waiting.resolve(message.result ?? {})
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

function withDeadline<T>(
  name: string,
  start: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the browser did not answer ${name}`)), deadline)
    const settled =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(timer)
        settle(value)
      }
    start(settled(resolve), settled(reject))
  })
}
