import type { ChildProcess } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../../apps/server/test/support/send.ts'
import { until } from '../../apps/server/test/support/until.ts'
import { document } from './sdk-application.ts'
import { type Framework, watched } from './sdk-frameworks.ts'
import { freePort } from './support.ts'

// A fixture without variables. Its development server needs none at localhost; everything else is told which are missing. The
// attacks: another name in the Host header, an address of the network, a tunnel that replaces the Host header and says so, a build
// that is started with NODE_ENV=development.

const missing = 'VESTIBULE_ISSUER, VESTIBULE_CLIENT_ID and VESTIBULE_URL are not set.'

/** How others on the network would open the server. Null on a machine without one. */
const networkAddress = (): string | null =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null

/** What each framework's fixture does without variables, in the file of the framework: it has a build, and nobody else uses its folder. */
export function testWithoutVariables(framework: Framework): void {
  describe('without variables, the development server', () => {
    let child: ChildProcess
    let output: () => string
    let port = 0
    const open = (host: string, path: string, headers: Record<string, string> = {}) =>
      send(`http://${host}:${port}${path}`, { headers: { ...document, ...headers } })

    beforeAll(async () => {
      port = await freePort()
      child = framework.develop(port)
      output = watched(child).output
      const isReady = async () => (await fetch(`http://localhost:${port}/`).catch(() => null))?.ok
      await until(isReady, () => `the development server does not start:\n${output()}`)
    })
    afterAll(() => {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    })

    test('leads a person at localhost to the provider on port 4000, or says that none is there', async () => {
      expect((await open('localhost', '/')).status).toBe(200)
      const page = await open('localhost', '/private')
      expect([page.status >= 300 && page.status < 400, page.headers.get('location')]).toEqual([
        true,
        expect.stringContaining('/auth/login?returnTo=%2Fprivate'),
      ])
      const answer = await open('localhost', '/auth/login')
      // Whatever is on this port of this machine.
      const location = answer.headers.get('location')
      if (location) expect(location).toMatch(/^http:\/\/localhost:4000\/authorize\?client_id=example&/)
      else await expect.poll(output).toContain('http://localhost:4000')
      expect(output()).not.toContain(missing)
    })

    test('shows a developer at localhost what causes an error and what mends it, and the terminal has both', async () => {
      const answer = await open('localhost', '/auth/callback?code=x&state=y')
      const html = await answer.text()
      expect([answer.status, html]).toEqual([400, expect.stringContaining('For developers')])
      expect(html).toContain('troubleshooting.md#sign-in-lost"')
      const next = `Open: http://localhost:${port}/auth/login`
      expect(html).toContain(next)
      await expect.poll(output).toMatch(/state_mismatch: \(reference [0-9a-f]{8}\) .*#sign-in-lost Open: http/)
      expect(html).toContain(/state_mismatch: \(reference ([0-9a-f]{8})/.exec(output())?.[1])
    })

    test.each<[string, string | null, Record<string, string>]>([
      ['another name', 'localhost', { host: 'evil.test' }],
      ['an address of the network', networkAddress(), {}],
      ['a tunnel', 'localhost', { 'x-forwarded-host': 'abc.tunnel.test', 'x-forwarded-proto': 'https' }],
      ['a proxy', 'localhost', { forwarded: 'for=127.0.0.1;host=localhost' }],
    ])('SC-51 names every variable to a request by %s, in the terminal and the page', async (_name, host, headers) => {
      if (host === null) return
      let told = 0
      for (const path of ['/', '/private', '/auth/login', '/auth/callback?code=x&state=y', '/auth/session']) {
        const answer = await open(host, path, headers)
        const text = await answer.text()
        // Vite and Nuxt refuse names that they do not know by themselves.
        const isUnknownName = answer.status === 403 && /evil\.test|not allowed|Forbidden/i.test(text)
        if (path !== '/' && !isUnknownName) {
          told += 1
          expect([path, answer.status, text]).toEqual([path, 500, expect.stringContaining(missing)])
        }
        expect([path, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([path, null, []])
        expect(text).not.toContain('localhost:4000/authorize')
      }
      if (told > 0) await expect.poll(output).toContain(missing)
    })
  })

  test('SC-50 without variables, a build that is started with NODE_ENV=development names them', async () => {
    const port = String(await freePort())
    const child = framework.start({ PATH: process.env.PATH ?? '', PORT: port, NODE_ENV: 'development' })
    const { output } = watched(child)
    try {
      // It ends, or it starts and answers every request so. (Remix’s own server ends before it comes to that.)
      const isTold = async () => {
        const location = await fetch(`http://localhost:${port}/auth/login`, { headers: document, redirect: 'manual' })
          .then(({ headers }) => headers.get('location'))
          .catch(() => null)
        expect(location).toBeNull()
        if (child.exitCode !== null && !output().includes('VESTIBULE')) return true
        return /VESTIBULE_ISSUER(,| and) VESTIBULE_CLIENT_ID.* are not set\./.test(output())
      }
      await until(isTold, () => `nothing was said:\n${output()}`)
    } finally {
      child.kill()
    }
  })
}
