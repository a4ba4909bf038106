import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { userOf } from '../../core/src/model/session.ts'
import { AuthProvider, useAuth, useUser } from '../src/client.ts'

const user = userOf({ sub: 'ada', name: 'Ada Lovelace' })
const session = { user, sid: null, authTime: 1, acr: null, scopes: [], expiresAt: 2, freshUntil: 2 }

const Greeting = () => {
  const { user, status } = useUser()
  return `${status} ${user?.name ?? 'nobody'}`
}
const Other = () => useAuth('/other/auth').status

test('the server renders the session that AuthProvider passes on', () => {
  expect(renderToString(createElement(AuthProvider, { session }, createElement(Greeting)))).toBe(
    'signed-in Ada Lovelace',
  )
  expect(renderToString(createElement(AuthProvider, { session: null }, createElement(Greeting)))).toBe(
    'signed-out nobody',
  )
})

test('without it, or for other routes, the session is not known on the server', () => {
  expect(renderToString(createElement(Greeting))).toBe('loading nobody')
  expect(renderToString(createElement(AuthProvider, { session }, createElement(Other)))).toBe('loading')
})
