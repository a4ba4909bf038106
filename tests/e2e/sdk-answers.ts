import { expect, test } from 'vitest'
import type { SdkSuite } from './sdk-suite.ts'

// What the production build of each SDK's fixture answers alike, because core decides it.

interface Paths {
  /** What `withAuth` guards. */
  api: string
  /** A query of the guarded page. Next.js and Remix pass every query on in the spelling of `URLSearchParams`. */
  query?: string
}

export function testCommonAnswers(suite: SdkSuite, { api, query = '?y=a%20b&z=%C3%A9+%2F~(!)&' }: Paths): void {
  test('K8 a switch to an organization of others says so, in the language of a person who stays signed in', async () => {
    const ada = await suite.app.signIn()
    const german = { 'accept-language': 'de-DE' }
    const page = await suite.app.throughProvider('/auth/login?organization=of-others', ada, german)
    expect(page.status).toBe(403)
    const html = await page.text()
    expect(html).toContain('<h1>Sie sind weiterhin angemeldet</h1><p>Sie gehören nicht zu dieser Organisation.</p>')
    expect(html).toContain('href="/auth/login?prompt=select_organization"')
    // What a process writes arrives when it likes.
    await expect.poll(() => suite.app.output()).toContain('[vestibule] not_a_member: ')
    expect((await suite.app.fetch('/private', ada)).status).toBe(200)
  })

  test('K14 the hooks and the guards agree when the tokens are lost', async () => {
    const ada = await suite.app.signIn()
    await ada.age()
    for (const name of [...ada.cookies.keys()]) if (name.includes('_tokens_')) ada.cookies.delete(name)
    const script = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    expect((await suite.app.fetch(api, ada, { headers: script })).status).toBe(401)
    expect(await (await suite.app.fetch('/auth/session', ada, { headers: script })).json()).toBeNull()
    const refresh = { method: 'POST', headers: { ...script, origin: suite.app.url } }
    expect(await (await suite.app.fetch('/auth/refresh', ada, refresh)).json()).toBeNull()
  })

  test('a person comes back to the address that they asked for, byte for byte', async () => {
    const path = `/private${query}`
    // Next.js redirects a browser by a script.
    const stranger = await suite.app.fetch(path, undefined, { headers: { 'user-agent': 'Twitterbot' } })
    const login = new URL(stranger.headers.get('location') ?? '', suite.app.url)
    expect(login.searchParams.get('returnTo')).toBe(path)
    const ada = await suite.app.signIn()
    const landed = await suite.app.throughProvider(`${login.pathname}${login.search}`, ada)
    expect(landed.headers.get('location')).toBe(path)
  })

  test('a scanner fills no log', async () => {
    for (let time = 0; time < 30; time++)
      expect((await suite.app.fetch('/auth/logout', undefined, { method: 'POST' })).status).toBe(403)
    const lines = () => suite.app.output().match(/A logout must be sent/g) ?? []
    await expect.poll(suite.app.output).toContain('forbidden: Others are only counted')
    expect(lines().length).toBeLessThanOrEqual(10)
  })
}
