import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metadataFeatures } from '../../apps/server/test/support/metadata-features.ts'
import { openTestWorld, someone, type TestWorld } from '../../apps/server/test/support/world.ts'
import { blockUnder } from '../repo/docs-blocks.ts'
import { freePort, Jar } from './support.ts'

// Relying parties of Debian's packages: mod_auth_openidc (C) and Authlib (Python). `npm run test:all` installs and runs them.

let world: TestWorld
let port: number
const modules = '/usr/lib/apache2/modules'
const secret = 'debian-secret-0123456789'

describe('clients of Debian', () => {
  beforeAll(async () => {
    port = await freePort()
    world = await openTestWorld(
      {
        // They read the longest metadata that there can be.
        ...metadataFeatures,
        OIDC_CLIENT_ID_20: 'apache',
        OIDC_CLIENT_20_SECRET: secret,
        OIDC_CLIENT_20_REDIRECT_URIS: `http://localhost:${port}/protected/redirect`,
        OIDC_CLIENT_20_POST_LOGOUT_REDIRECT_URIS: `http://localhost:${port}/bye`,
        OIDC_CLIENT_ID_21: 'authlib',
        OIDC_CLIENT_21_SECRET: secret,
        OIDC_CLIENT_21_REDIRECT_URIS: 'https://rp.example.test/callback',
        OIDC_CLIENT_21_GRANT_TYPES: 'authorization_code,refresh_token',
      },
      { clock: 'running' },
    )
  })
  afterAll(() => world?.close())

  test('libapache2-mod-auth-openidc lets a signed-in person in', async () => {
    expect(
      existsSync(`${modules}/mod_auth_openidc.so`),
      'run: apt-get install -y apache2 libapache2-mod-auth-openidc',
    ).toBe(true)
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-apache-'))
    mkdirSync(join(folder, 'www/protected'), { recursive: true })
    writeFileSync(join(folder, 'www/protected/index.html'), 'the protected page')
    // docs/guides/apache.md, and the shorter one of docs/clients.md, with the values of this test.
    const guide = blockUnder('docs/guides/apache.md', 'Apache, with mod_auth_openidc', 'apache')
    const short = blockUnder('docs/clients.md', 'mod_auth_openidc (Apache)', 'apache')
    const settings = (text: string) => text.match(/^OIDC\w+/gm) ?? []
    expect(settings(guide)).toEqual(expect.arrayContaining(settings(short)))
    const documented = guide
      .replaceAll('http://localhost:4000', world.issuer)
      .replaceAll('http://localhost:3000', `http://localhost:${port}`)
      .replace('OIDCClientID my-app', 'OIDCClientID apache')
      .replace('OIDCClientSecret ...', `OIDCClientSecret ${secret}`)
      .replace('OIDCCryptoPassphrase ...', 'OIDCCryptoPassphrase a-passphrase-of-apache')
    const load = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'auth_openidc'].map(
      (name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`,
    )
    writeFileSync(
      join(folder, 'apache.conf'),
      `${load.join('\n')}
ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
User www-data
Group www-data
DocumentRoot ${folder}/www
DirectoryIndex index.html
OIDCSSLValidateServer Off
OIDCCacheDir ${folder}
<Directory ${folder}/www>
  Require all granted
</Directory>
${documented}
<Location /protected>
  # Node's fetch says Sec-Fetch-Mode: cors, which the module would answer with 401 instead of a redirect.
  OIDCUnAuthAction auth "true"
</Location>
`,
    )
    for (const path of [folder, join(folder, 'www'), join(folder, 'www/protected')]) chmodSync(path, 0o755)
    const apache = spawn('/usr/sbin/apache2', ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'], { stdio: 'ignore' })
    try {
      const jar = new Jar()
      let started: Response | null = null
      for (let i = 0; i < 100 && !started; i++) {
        started = await jar
          .fetch(`http://localhost:${port}/protected/`, { headers: { Accept: 'text/html' } })
          .catch(() => null)
        if (!started) await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect(started?.status).toBe(302)
      const browser = world.browser()
      await browser.go(started?.headers.get('location') ?? '')
      const { callback } = await world.finish(browser, someone())
      const back = await jar.fetch(callback?.href ?? '')
      expect(back.status).toBe(302)
      const page = await jar.fetch(back.headers.get('location') ?? '')
      expect(await page.text()).toBe('the protected page')
    } finally {
      apache.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('python3-authlib signs in, validates the ID token, refreshes and reads userinfo', async () => {
    const python = spawn(
      '/usr/bin/python3',
      [
        join(import.meta.dirname, 'authlib_client.py'),
        world.issuer,
        'authlib',
        secret,
        'https://rp.example.test/callback',
      ],
      {
        env: { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1' },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    )
    let problems = ''
    python.stderr.on('data', (chunk) => {
      problems += chunk
    })
    const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]()
    const url = (await lines.next()).value as string
    expect(url, problems).toContain(world.issuer)
    const person = someone()
    const browser = world.browser()
    await browser.go(url)
    const { callback } = await world.finish(browser, person)
    python.stdin.write(`${callback?.href}\n`)
    const answer = (await lines.next()).value as string
    expect(JSON.parse(answer ?? '{}'), problems).toMatchObject({ email: person.email, name: 'Ada Lovelace' })
  })
})
