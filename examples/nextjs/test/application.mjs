import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestIssuer, createTestSession } from '@vestibule/nextjs/testing'

// The production build as its own process, with a database of its own and without a provider: the cookies of test sessions are
// encrypted with the application's own secret, and the tokens of API calls are of a test issuer.

const secret = 'a secret of the tests that is long enough for all'
const decoded = (text) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export async function startApplication() {
  const { provider, close: closeProvider } = await startIssuer()
  const folder = mkdtempSync(join(tmpdir(), 'notes-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: `file:${join(folder, 'notes.db')}`,
    VESTIBULE_ISSUER: provider.issuer,
    VESTIBULE_CLIENT_ID: 'notes',
    VESTIBULE_CLIENT_SECRET: '',
    VESTIBULE_SECRET: secret,
    VESTIBULE_URL: url,
  }
  execFileSync(process.execPath, ['prisma/migrate.mjs'], { env })
  const child = spawn('node_modules/.bin/next', ['start', '-p', String(port)], { stdio: 'ignore', env })
  const options = { issuer: provider.issuer, clientId: 'notes', secret, url }
  const cookieOf = async (person, session) =>
    person ? { cookie: await createTestSession(options, person, session) } : {}

  /** Opens a page as a person, or as a stranger. Redirects are not followed. */
  const open = async (path, person, { headers = { accept: 'text/html' }, session } = {}) =>
    fetch(`${url}${path}`, { redirect: 'manual', headers: { ...headers, ...(await cookieOf(person, session)) } })

  /** Submits a form of a page as a browser without scripts does: the form that has this field or this text. */
  async function submit(path, person, fields, { form, origin = url, page = path, as = person, session } = {}) {
    const html = await (await open(page, person, { session })).text()
    const found = html.match(/<form[\s\S]*?<\/form>/g)?.find((text) => text.includes(form))
    if (!found) throw new Error(`${page} has no form with ${form}`)
    const body = new FormData()
    for (const [input] of found.matchAll(/<input type="hidden"[^>]*>/g)) {
      const value = (name) => decoded(input.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1] ?? '')
      body.append(value('name'), value('value'))
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const headers = { accept: 'text/html', origin, ...(await cookieOf(as, session)) }
    return fetch(`${url}${path}`, { method: 'POST', redirect: 'manual', headers, body })
  }

  for (let tries = 0; ; tries++) {
    if ((await fetch(url).catch(() => null))?.ok) break
    if (tries > 300) throw new Error('The application does not start. Was it built?')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    options,
    provider,
    open,
    submit,
    async close() {
      child.kill('SIGKILL')
      await closeProvider()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A test issuer that the application can reach. */
async function startIssuer() {
  const port = await freePort()
  const provider = await createTestIssuer({ issuer: `http://localhost:${port}` })
  const server = createServer(async (request, response) => {
    const answer = await provider.fetch(new URL(request.url, provider.issuer).href, { method: request.method })
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  server.listen(port)
  await once(server, 'listening')
  return { provider, close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
