import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

export interface ReceivedMessage {
  id: string
  to: string
  text: string
  kind: string
  expires_at: string
  locale: string
}

const key = Buffer.alloc(32, 9).toString('base64')

/**
 * A gateway on loopback, written as docs/phone.md tells operators to write theirs: it refuses what is not signed or too
 * old, and sends a message once, whatever number of attempts it takes to hear of it.
 */
export async function openSmsGateway() {
  const messages: ReceivedMessage[] = []
  const attempts: string[] = []
  const gateway = {
    messages,
    /** The `webhook-id` of each request. */
    attempts,
    /** What it answers. */
    status: 200,
    environment: { SMS_URL: '', SMS_SECRET: `whsec_${key}` },
    /** The code of the next message to a number that was not taken yet. */
    async code(number: string): Promise<string> {
      const message = await until(
        () => messages.find(({ to }) => to === number),
        () => `no message to ${number}`,
      )
      messages.splice(messages.indexOf(message), 1)
      return /(?<=#)\d{6}$/.exec(message.text)?.[0] ?? ''
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const header = (name: string) => String(request.headers[name] ?? '')
    const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
    const expected = createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${timestamp}.${body}`).digest()
    const isSigned = header('webhook-signature')
      .split(' ')
      .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
      .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
    attempts.push(id)
    const status = isSigned && request.method === 'POST' ? gateway.status : 401
    if (status === 200 && !messages.some((message) => message.id === id)) messages.push({ id, ...JSON.parse(body) })
    response.writeHead(status).end(status === 200 ? '' : `refused: ${body}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gateway.environment.SMS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
  return gateway
}

export type SmsGateway = Awaited<ReturnType<typeof openSmsGateway>>
