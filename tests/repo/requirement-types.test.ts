import { expect, test } from 'vitest'
import { compile } from './compile.ts'

// What a token is not asked for must not compile, also where the requirement is a variable.

test('a requirement of a session does not compile for an access token', () => {
  const code = `import type { Auth } from '@vestibule/core'
import type { ProtectedResource } from '@vestibule/core/mcp'
const requirement = { scope: 'notes:read', GIVEN }
export const inApi = (auth: Auth, request: Request) => auth.verifyBearer(request, requirement)
export const caller = (notes: ProtectedResource, request: Request) => notes.verify(request, requirement)
export const api = (notes: ProtectedResource) => notes.protect(() => new Response(), requirement)`
  const linesOf = (given: string) => {
    const output = compile(new Map([['application.ts', code.replace('GIVEN', given)]]), 'core')
    return [...output.matchAll(/application\.ts\((\d+),\d+\): error TS/g)].map(([, line]) => Number(line))
  }
  expect(linesOf('maxAge: 60')).toEqual([])
  for (const given of ["role: 'owner'", "permission: 'a'", 'team: true as const', 'bound: true as const'])
    expect([given, linesOf(given)]).toEqual([given, [4, 5, 6]])
  for (const given of ['keys: true', "audience: 'https://api.test'", "clientIp: '192.0.2.1'"])
    expect([given, linesOf(given)]).toEqual([given, [5, 6]])
}, 120_000)
