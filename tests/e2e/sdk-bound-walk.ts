import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { closePersonalBrowsers, openPersonalBrowser, type PersonalBrowser } from './bound-browser.ts'
import { onlyInTestAll } from './only-in-test-all.ts'
import { openApplication, shows } from './sdk-application.ts'
import type { Framework } from './sdk-frameworks.ts'
import { listenWithTls, proxyTo, selfSignedCertificate } from './tls-support.ts'

// A session that is bound to its device, in the production build of an SDK's fixture. What else can happen to one is in
// sdk-bound-sessions.test.ts: here, the framework has to pass on the headers, and to show the page in between.

export function testBoundSession(framework: Framework): void {
  const walk =
    'a bound session is proven in Chromium, also when another site leads here, and copied cookies open nothing'
  test(walk, onlyInTestAll('the bound session of this framework'), async () => {
    const certificate = selfSignedCertificate()
    const asked: string[] = []
    let application: RequestListener
    const tls = await listenWithTls(certificate, (request, response) => {
      const path = request.url?.split('?')[0] ?? ''
      // The fixture has no picture for the tab.
      if (path === '/favicon.ico') return response.writeHead(204).end()
      if (path.startsWith('/auth/device')) asked.push(`${request.method} ${path}`)
      application(request, response)
    })
    const url = `https://localhost:${tls.port}`
    const app = await openApplication(framework, { VESTIBULE_URL: url, FIXTURE_BOUND: 'yes' })
    application = proxyTo(app.address)
    const cookies = async ({ context }: PersonalBrowser, kind: string) =>
      (await context.cookies(`${url}/auth/device`)).filter(({ name }) => name.includes(`vestibule_${kind}_`))
    const dropProof = ({ context }: PersonalBrowser) => {
      asked.length = 0
      return context.clearCookies({ name: /vestibule_bound_/ })
    }
    try {
      const own = await openPersonalBrowser(certificate.spki, { binds: true })
      const { page } = own
      const { browser, person } = await app.world.signIn()
      const signedIn = [...browser.cookies].map(([name, value]) => ({ name, value, url: app.world.issuer }))
      await own.context.addCookies(signedIn)
      await page.goto(`${url}/private`)
      await page.waitForURL(`${url}/private`)
      await expect.poll(() => cookies(own, 'device')).toHaveLength(1)
      await page.goto(`${url}/private`)
      expect(await page.content()).toContain(person.email)

      // As after ten minutes.
      await dropProof(own)
      await page.goto(`${url}/private`)
      expect(await page.content()).toContain(person.email)
      expect(new Set(asked)).toEqual(new Set(['POST /auth/device/refresh']))

      await page.goto(`${app.world.address}/health/live`)
      await dropProof(own)
      await page.evaluate(`location.href = ${JSON.stringify(`${url}/private?from=elsewhere`)}`)
      // Next.js has begun the page when it leads away from it.
      await expect.poll(() => shows(page, person.email)).toBe(true)
      expect(page.url()).toBe(`${url}/private?from=elsewhere`)
      expect(new Set(asked)).toEqual(new Set(['GET /auth/device', 'POST /auth/device/refresh']))

      // Without those of the provider, which is on the same host.
      const copied = (await own.context.cookies(`${url}/auth/device`)).filter(({ name }) =>
        /^__.*vestibule_(?!bound_)/.test(name),
      )
      expect(copied.some(({ name }) => name.includes('_device_'))).toBe(true)
      const thief = await openPersonalBrowser(certificate.spki, { binds: true })
      await thief.context.addCookies(copied)
      await thief.page.goto(`${url}/private`)
      await expect.poll(() => new URL(thief.page.url()).pathname).toContain('/sign-in/')
      expect(await cookies(thief, 'bound')).toEqual([])
    } finally {
      await closePersonalBrowsers()
      await app.close()
      await tls.close()
    }
  })
}
