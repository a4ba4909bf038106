import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestBearer, createTestIssuer, createTestSession } from '@vestibule/nuxt/testing'

// The production build (`npm run build`) with a database of its own, and a provider of the tests that signs access tokens and
// refuses everything else. The cookies of test sessions are encrypted with the application's own secret.

const secret = 'a secret of the tests that is long enough for all'
const clientId = 'notes'

const listen = (handler) =>
  new Promise((resolve) => {
    const server = createServer(handler).listen(0, '127.0.0.1', () => resolve(server))
  })

async function startProvider() {
  let provider
  const server = await listen(async (request, response) => {
    const answer = await provider.fetch(`${provider.issuer}${request.url}`, { method: request.method })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  provider = await createTestIssuer({ issuer: `http://localhost:${server.address().port}` })
  return { provider, close: () => server.close() }
}

const freePort = async () => {
  const server = await listen()
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function startApplication() {
  const { provider, close } = await startProvider()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'notes-'))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    // The build is for one database: TEST_DATABASE_URL is for a build of PostgreSQL.
    DATABASE_URL: process.env.TEST_DATABASE_URL ?? `file:${join(folder, 'notes.db')}`,
    VESTIBULE_ISSUER: provider.issuer,
    VESTIBULE_CLIENT_ID: clientId,
    VESTIBULE_CLIENT_SECRET: 'a client secret of the tests',
    VESTIBULE_SECRET: secret,
    VESTIBULE_URL: url,
  }
  execFileSync(process.execPath, ['prisma/migrate.mjs'], { env })
  const app = spawn(process.execPath, ['.output/server/index.mjs'], { stdio: 'ignore', env })
  for (let tries = 0; !(await fetch(url).catch(() => null))?.ok; tries++) {
    if (tries === 300) throw new Error('The application does not start. Was it built?')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const options = { issuer: provider.issuer, clientId, secret, url }

  /** Requests a path as a person, or as a stranger. Redirects are not followed. */
  async function request(path, { person, session, ...init } = {}) {
    const cookie = person && (await createTestSession(options, person, session))
    const headers = { accept: 'text/html', ...init.headers, ...(cookie ? { cookie } : {}) }
    return fetch(`${url}${path}`, { redirect: 'manual', ...init, headers })
  }
  return {
    url,
    options,
    request,
    open: (path, person, session) => request(path, { person, session }),
    /** Sends a form of a person's organization as the page's script does, or as a browser without scripts. */
    send: (path, fields, { person, session, origin = url, accept = 'application/json' }) =>
      request(path, {
        method: 'POST',
        body: new URLSearchParams({ organization: person.organization, ...fields }),
        headers: { origin, accept },
        person,
        session,
      }),
    /** Calls the API for other programs with an access token. */
    call: async (path, claims, init = {}) =>
      request(path, {
        ...init,
        headers: {
          accept: 'application/json',
          authorization: await createTestBearer(provider, claims),
          ...init.headers,
        },
      }),
    close() {
      app.kill('SIGKILL')
      close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
