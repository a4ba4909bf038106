import { expect, test } from 'vitest'
import { sourceOf } from '../../packages/cli/src/permissions/source-file.ts'
import { compile } from './compile.ts'

// The names that `npx @vestibule/cli permissions` writes: what an application has of them by the compiler.

const catalogue = new Map([
  ['invoice.read', null],
  ['invoice.approve', 'phr'],
])

/** Every place where an application names a permission, as `NAME`. */
const applications = {
  nextjs: [
    'nextjs',
    'nextjs',
    `import { can, createAuth, type PageRules, type Permission, type User } from '@vestibule/nextjs'
import { useAuth, useUser } from '@vestibule/nextjs/client'
const auth = createAuth({ scope: 'openid permissions' })
export const shows = (user: User | null) => can(user, NAME)
export const page = () => auth.requireUser({ permission: NAME })
export const all = () => auth.requireUser({ permission: ['invoice.read', NAME] })
export const GET = auth.withAuth(() => new Response(), { permission: [NAME] })
export const rules: PageRules = { '/billing/:path*': { permission: NAME } }
export const useButton = () => useUser().can(NAME)
export const useMenu = () => useAuth().can(NAME)
export const permission: Permission = NAME`,
  ],
  nuxt: [
    'nuxt',
    'nuxt',
    `export const handler = defineAuthHandler({ permission: NAME }, (_event, { user }) => can(user, NAME))
export const other = withAuth(() => 1, { permission: [NAME] })
export const useShows = () => useUserSession().meets({ permission: NAME })
export const config = defineNuxtConfig({ modules: ['@vestibule/nuxt'], routeRules: { '/billing/**': { auth: { permission: NAME } } } })`,
  ],
  'react-router': [
    'remix',
    'react-router',
    `import { can, createAuth, type RequestArgs, type User } from '@vestibule/remix/react-router'
import { can as shown, type Requirement, useUser } from '@vestibule/remix/client'
const auth = createAuth()
export const shows = (user: User | null) => can(user, NAME) || shown(user, NAME)
export const loader = (args: RequestArgs) => auth.requireUser(args, { permission: NAME })
export const action = auth.withAuth(() => 1, { permission: NAME })
export const useButton = () => useUser().can(NAME)
export const requirement: Requirement = { permission: NAME }`,
  ],
  remix: [
    'remix',
    'remix',
    `import { can, createAuth, type RequestArgs, type User } from '@vestibule/remix'
const auth = createAuth()
export const shows = (user: User | null) => can(user, NAME)
export const loader = (args: RequestArgs) => auth.requireUser(args, { permission: NAME })`,
  ],
  core: [
    'core',
    null,
    `import { type Auth, can, type User } from '@vestibule/core'
import { can as shown, missing, type Requirement } from '@vestibule/core/requirement'
export const shows = (user: User | null) => can(user, NAME) || shown(user, NAME)
export const guarded = (auth: Auth, request: Request) => auth.guard(request, { permission: NAME })
export const requirement: Requirement = { permission: [NAME] }
export const lacks = missing`,
  ],
} as const

const errorsOf = (output: string) => output.split('\n').filter((line) => /error TS/.test(line))

test.each(Object.keys(applications) as (keyof typeof applications)[])('a typo does not compile in %s', (name) => {
  const [folder, framework, code] = applications[name]
  const written = ['permissions.ts', sourceOf(catalogue, framework)] as const
  const withName = (text: string) => ['application.ts', code.replaceAll('NAME', `'${text}'`)] as const
  expect(compile(new Map([written, withName('invoice.approve')]), folder)).toBe('')
  const errors = errorsOf(compile(new Map([written, withName('invoice.aprove')]), folder))
  // Each place, and nothing else.
  for (const error of errors) expect(error).toContain('invoice.aprove')
  const lines = new Set(errors.map((error) => /application\.ts\((\d+)/.exec(error)?.[1]))
  const places = code.split('\n').filter((line) => line.includes('NAME'))
  expect(lines.size).toBe(places.length)
  // Without the file every text is a name, as before there were permissions.
  expect(compile(new Map([withName('any.text')]), folder)).toBe('')
})

test('the file is what the option takes, beside fields of a person', () => {
  const code = `import { createAuth } from '@vestibule/nextjs'
import { permissions } from './permissions.ts'
declare module '@vestibule/nextjs' {
  interface Register { user: { plan: string } }
}
export const auth = createAuth({ permissions, user: () => ({ plan: 'free' }), session: { rightsAge: 60 } })
export const plan = async () => (await auth.requireUser({ permission: 'invoice.read' })).plan`
  const written = ['permissions.ts', sourceOf(catalogue, 'nextjs')] as const
  expect(compile(new Map([written, ['application.ts', code]]), 'nextjs')).toBe('')
})

test('a claim that is a field has its type, and others are unknown', () => {
  const claims = new Map([
    ['plan', "'free' | 'pro'"],
    ['seats', 'number'],
  ])
  const code = (value: string) =>
    `import { createAuth } from '@vestibule/nextjs'
export const auth = createAuth({
  user: (claims) => {
    const plan: 'free' | 'pro' | undefined = claims.plan
    const seats: number = claims.seats ?? 0
    const other: unknown = claims.other
    return { name: claims.plan === VALUE ? [plan, seats, other].join(' ') : null }
  },
})`.replace('VALUE', value)
  const written = ['permissions.ts', sourceOf(null, 'nextjs', claims)] as const
  expect(compile(new Map([written, ['application.ts', code("'pro'")]]), 'nextjs')).toBe('')
  expect(errorsOf(compile(new Map([written, ['application.ts', code("'por'")]]), 'nextjs'))).toHaveLength(1)
})
