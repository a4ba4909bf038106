import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthError } from '@vestibule/core'
import { createApp, eventHandler, type H3Error, type H3Event, send, setResponseStatus, toNodeListener } from 'h3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpError } from '../src/runtime/server/request.ts'

// What a browser gets of an error that a handler throws.

const errors: Record<string, AuthError> = {
  '/forbidden': new AuthError('forbidden', 'The signed-in person does not have this permission.'),
  '/unavailable': new AuthError(
    'refresh_unavailable',
    'The provider refused the client.',
    'Set: VESTIBULE_CLIENT_SECRET=x',
  ),
}
// Nitro sends the message of an error; h3 alone does not.
const onError = ({ statusCode, message }: H3Error, event: H3Event) => {
  setResponseStatus(event, statusCode)
  return send(event, JSON.stringify({ message }))
}
const app = createApp({ onError }).use(
  eventHandler((event) => {
    throw httpError(event, errors[event.path] ?? new AuthError('not_signed_in', 'Nobody is signed in.'))
  }),
)
const server = createServer(toNodeListener(app))
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const answerTo = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  return { status: response.status, ...(await response.json()) }
}

test('it says what a person may know, and never what the developer can do', async () => {
  expect(await answerTo('/forbidden')).toMatchObject({
    status: 403,
    message: 'The signed-in person does not have this permission.',
  })
  const refused = await answerTo('/unavailable')
  expect(refused).toMatchObject({ status: 503, message: 'refresh_unavailable' })
  expect(JSON.stringify(refused)).not.toContain('VESTIBULE_')
})
