import { expect, test } from 'vitest'
import { writeCookies } from '../src/write-cookies.ts'

test('a cookie of core keeps its path and its SameSite', () => {
  const set: unknown[][] = []
  const written = writeCookies({ set: (...cookie: unknown[]) => set.push(cookie) } as never, [
    '__Host-vestibule_session_1=a=b; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
    '__Secure-vestibule_device_1=; Path=/app/auth/device; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    'vestibule_tokens_1=c; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
  ])
  const common = { httpOnly: true, sameSite: 'lax', secure: true, path: '/', maxAge: 60 }
  expect([written, set]).toEqual([
    true,
    [
      ['__Host-vestibule_session_1', 'a=b', common],
      ['__Secure-vestibule_device_1', '', { ...common, path: '/app/auth/device', sameSite: 'strict', maxAge: 0 }],
      ['vestibule_tokens_1', 'c', { ...common, secure: false }],
    ],
  ])
})
