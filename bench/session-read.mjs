// `pnpm --filter @vestibule/bench bench:session`: what one request costs that only reads who is signed in: ours beside
// next-auth, iron-session and @auth0/nextjs-auth0, alternately, in one process. No network and no disk in any of them.
// Theirs get what they read already cut out of the request; ours parses the Cookie header each time, and checks a role.
// BENCH_SAVE=1: writes docs/performance.
import { Auth0Client } from '@auth0/nextjs-auth0/server'
import { generateSessionCookie } from '@auth0/nextjs-auth0/testing'
import { createAuth } from '@vestibule/core'
import { createTestSession } from '@vestibule/core/testing'
import { sealData, unsealData } from 'iron-session'
import { NextRequest } from 'next/server.js'
import { decode, encode } from 'next-auth/jwt'
import manifest from './package.json' with { type: 'json' }
import { save } from './report/save.mjs'

const secret = 'a secret of the benchmark, long enough for all'
const user = { sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.test', organization: 'acme', roles: ['owner'] }
const options = { issuer: 'https://id.test', clientId: 'app', secret, url: 'https://app.test' }
const auth = createAuth(options)
const cookie = await createTestSession(options, user)
const nextAuth = await encode({ token: user, secret })
const auth0 = new Auth0Client({
  domain: 'id.test',
  clientId: 'app',
  clientSecret: 'secret',
  appBaseUrl: 'https://app.test',
  secret,
})
const auth0Request = new NextRequest('https://app.test/', {
  headers: {
    cookie: `__session=${await generateSessionCookie({ user, tokenSet: { accessToken: 'token', expiresAt: 9_999_999_999 } }, { secret })}`,
  },
})
const iron = await sealData({ user }, { password: secret })

const readers = {
  vestibule: async () => auth.check(await auth.read(cookie), { role: 'owner' }),
  'next-auth': async () => {
    if (!(await decode({ token: nextAuth, secret }))?.sub) throw new Error('not read')
  },
  '@auth0/nextjs-auth0': async () => {
    if (!(await auth0.getSession(auth0Request))?.user.sub) throw new Error('not read')
  },
  'iron-session': async () => {
    if (!(await unsealData(iron, { password: secret })).user) throw new Error('not read')
  },
}
const times = new Map(Object.keys(readers).map((name) => [name, []]))
const batch = 300
for (let round = 0; round < 12; round++) {
  for (const [name, read] of Object.entries(readers)) {
    const started = performance.now()
    for (let i = 0; i < batch; i++) await read()
    // The first two rounds warm up.
    if (round >= 2) times.get(name).push(((performance.now() - started) / batch) * 1000)
  }
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const own = median(times.get('vestibule'))
console.table(
  Object.fromEntries(
    [...times].map(([name, values]) => {
      const micros = median(values)
      return [name, { 'µs a read': micros.toFixed(1), 'ours is': `${(micros / own).toFixed(2)}x as fast` }]
    }),
  ),
)
const versions = manifest.dependencies
const label = (name) => (versions[name] ? `${name} ${versions[name]}` : '@vestibule/core')
if (process.env.BENCH_SAVE)
  save('session', {
    micros: Object.fromEntries([...times].map(([name, values]) => [label(name), Math.round(median(values))])),
  })
