import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

/** What clients call, from their own sites or without a browser. Everything else that takes a POST is a page of ours. */
const endpoints = [
  '/token',
  '/revoke',
  '/introspect',
  '/par',
  '/api-keys/reported',
  '/userinfo',
  '/authorize',
  '/logout',
  '/api/v1/*',
  '/scim/v2/*',
  '/access/v1/evaluation',
  '/access/v1/evaluations',
  // All methods of it answer the same as long as it does not exist.
  '/.well-known/authzen-configuration',
  '/dev/clients',
  '/sso/oidc/callback/:callback',
  '/sso/oidc/:connection/backchannel-logout',
]

const postPaths = (app: Hono): string[] => [
  ...new Set(app.routes.filter(({ method }) => !['GET', 'OPTIONS'].includes(method)).map(({ path }) => path)),
]

/** The paths of pages at which a POST gets further than the check of its origin. */
async function unguarded(app: Hono, issuer: string): Promise<string[]> {
  const paths: string[] = []
  for (const path of postPaths(app).filter((path) => !endpoints.includes(path))) {
    const url = `${issuer}${path.replaceAll(/:\w+/g, 'x').replaceAll('*', 'x')}`
    for (const origin of [undefined, 'null', 'https://evil.test', `${issuer}.evil.test`]) {
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(origin === undefined ? {} : { Origin: origin }),
      }
      const answer = await app.request(url, { method: 'POST', headers, body: 'decision=later' })
      if (answer.status !== 403 || !(await answer.text()).includes('This form was submitted from another site.'))
        paths.push(path)
    }
  }
  return [...new Set(paths)]
}

describe('forms of ours', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ SECRET_SCANNING: 'github', SSO: 'on', SCIM: 'on' })
  })
  afterAll(() => world.close())

  test('every POST of a page refuses a form of another site, and one without an Origin', async () => {
    // LO-05
    const app = createApp(world.deps)
    expect(postPaths(app)).toEqual(expect.arrayContaining(endpoints))
    expect(postPaths(app).length).toBeGreaterThan(endpoints.length + 40)
    expect(await unguarded(app, world.issuer)).toEqual([])
  })

  test('a router that is mounted beside the pages is found', async () => {
    const app = createApp(world.deps).route(
      '/',
      new Hono().post('/new/:id', (c) => c.text('done')).all('/any/*', (c) => c.text('done')),
    )
    expect(await unguarded(app, world.issuer)).toEqual(['/new/:id', '/any/*'])
  })

  test('a form of this site reaches its page', async () => {
    const app = createApp(world.deps)
    const answer = await app.request(`${world.issuer}/account/profile`, {
      method: 'POST',
      headers: { Origin: new URL(world.issuer).origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    expect(answer.status).toBe(303)
  })
})
