import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { newSecret } from '../crypto/random.ts'
import {
  type PreviewChoice,
  type PreviewStep,
  preparePreview,
  pretendPasskey,
  previewConfig,
  previewRequest,
  previewStepOf,
} from '../flows/management/preview.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { hour } from '../flows/platform/durations.ts'
import { readBody } from '../http/bodies.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Preview, PreviewResult } from '../routes/previews.ts'
import { migrations, openRuntime, type Runtime } from '../runtime.ts'
import { CookieJar } from './cookie-jar.ts'

/** How long a preview lives, in milliseconds. */
const lifetime = hour
/** Milliseconds that a request waits for the mail that it caused. */
const mailTimeout = 2000

const folderPrefix = 'vestibule-preview-'

export type AppFactory = (deps: Deps) => Hono

/**
 * A whole server for one preview, inside this one: its database is a file of its own that is deleted afterwards, its
 * keys and issuer are known to nobody, and its cookies and mails stay in this process. So nothing of a preview can be
 * found, counted, mailed or accepted anywhere, whatever its pages do.
 */
export class PreviewServer implements Preview {
  readonly steps: PreviewStep[] = []
  readonly startPath: string
  currentPath: string
  readonly expiresAt: Date
  result: PreviewResult | null = null
  code: string | null = null

  readonly #jar = new CookieJar()
  readonly #app: Hono
  readonly #request: { parameters: URLSearchParams; verifier: string }
  #step: PreviewStep | null = null

  private constructor(
    readonly choice: PreviewChoice,
    readonly path: string,
    private readonly runtime: Runtime,
    private readonly folder: string,
    private readonly secret: string,
    createApp: AppFactory,
    redirectUri: string,
    consolePath: string,
  ) {
    const { deps } = runtime
    this.#request = previewRequest(choice, redirectUri)
    this.startPath = `${path}/authorize?${this.#request.parameters}`
    this.currentPath = this.startPath
    this.expiresAt = new Date(deps.now().getTime() + lifetime)
    const preview = () => ({ code: this.code, asksForPasskey: this.#step === 'passkey', consolePath })
    this.#app = createApp({ ...deps, preview })
  }

  static async open(outer: Deps, createApp: AppFactory, choice: PreviewChoice): Promise<PreviewServer> {
    removeLeftovers(outer.now())
    const folder = mkdtempSync(join(tmpdir(), folderPrefix))
    try {
      const { issuer } = outer.config
      const redirectUri = `${issuer}/admin/preview/result`
      const own = {
        issuer: `${issuer}/admin/preview/run`,
        file: join(folder, 'preview.db'),
        redirectUri,
        secret: newSecret(),
      }
      const mailer: Mailer = {
        async send(mail) {
          opened?.noteMail(mail)
          return { reply: null }
        },
        close: () => {},
      }
      const config = previewConfig(outer.config, choice, own)
      const runtime = await openRuntime({
        ...{ config, migrations, mailer },
        ...{ log: outer.log, now: outer.now, themes: outer.themes, languages: outer.languages },
      })
      await preparePreview(runtime.deps, choice.organization)
      const base = new URL(issuer).pathname.replace(/\/$/, '')
      const opened = new PreviewServer(
        choice,
        `${base}/admin/preview/run`,
        runtime,
        folder,
        own.secret,
        createApp,
        redirectUri,
        `${base}/admin/preview`,
      )
      return opened
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
  }

  noteMail(mail: Parameters<Mailer['send']>[0]): void {
    if ('code' in mail) this.code = mail.code
  }

  /** Answers a request of the browser to a page of the preview. */
  async handle(request: Request, env: unknown): Promise<Response> {
    const url = new URL(request.url)
    const step = request.method === 'GET' ? previewStepOf(url.pathname.slice(this.path.length)) : null
    if (step) {
      this.#step = step
      this.currentPath = url.pathname
    }
    const headers = new Headers(request.headers)
    headers.set('cookie', this.#jar.header)
    const body = request.method === 'POST' ? await readBody(request) : null
    const response = await this.#fetch(
      new Request(url, { method: request.method, headers, body: body && new Uint8Array(body) }),
      env,
    )
    if (step && response.status === 200 && this.steps.at(-1) !== step) this.steps.push(step)
    if (body !== null) await this.runtime.deliver(mailTimeout)
    return response
  }

  async pretendPasskey(): Promise<void> {
    const session = this.#jar.find('vestibule_session')?.split('.')[0]
    if (session) await pretendPasskey(this.runtime.deps, session, this.choice.acr === 'phrh' ? 'phrh' : 'phr')
  }

  /** Redeems the authorization response as the client would. A second response changes nothing. */
  async complete(response: URLSearchParams): Promise<void> {
    if (this.result || response.get('state') !== this.#request.parameters.get('state')) return
    const code = response.get('code')
    this.result = code === null ? errorOf(response) : await this.#redeem(code)
    this.currentPath = new URL(this.#request.parameters.get('redirect_uri') ?? '').pathname
  }

  async end(): Promise<void> {
    await this.runtime.end()
    this.removeFolder()
  }

  removeFolder(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #redeem(code: string): Promise<PreviewResult> {
    const { issuer } = this.runtime.deps.config
    const basic = Buffer.from(`${encodeURIComponent(this.choice.client.id)}:${this.secret}`).toString('base64')
    const tokens = await this.#json(`${issuer}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: this.#request.parameters.get('redirect_uri') ?? '',
        code_verifier: this.#request.verifier,
      }).toString(),
    })
    const accessToken = tokens.access_token
    if (typeof accessToken !== 'string') return { kind: 'error', members: tokens }
    const userinfo = await this.#json(`${issuer}/userinfo`, { headers: { Authorization: `Bearer ${accessToken}` } })
    return {
      kind: 'tokens',
      idToken: claimsOf(tokens.id_token),
      accessToken: claimsOf(accessToken),
      userinfo,
      response: withoutTokens(tokens),
    }
  }

  async #json(url: string, init: RequestInit): Promise<Record<string, unknown>> {
    return (await (await this.#app.fetch(new Request(url, init))).json()) as Record<string, unknown>
  }

  async #fetch(request: Request, env: unknown): Promise<Response> {
    const answer = await this.#app.fetch(request, env as object)
    const response = new Response(answer.body, answer)
    this.#jar.take(response.headers)
    return response
  }
}

/** A process that was killed could not remove its folders: the next one does, once no preview can use them. */
function removeLeftovers(now: Date): void {
  for (const name of readdirSync(tmpdir()).filter((found) => found.startsWith(folderPrefix))) {
    const folder = join(tmpdir(), name)
    try {
      if (statSync(folder).mtimeMs < now.getTime() - 2 * lifetime) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another process removed it, or it is somebody else's.
    }
  }
}

const errorOf = (response: URLSearchParams): PreviewResult => ({
  kind: 'error',
  members: Object.fromEntries([...response].filter(([name]) => name.startsWith('error'))),
})

/** The claims of a token that this process has just been given by itself. */
const claimsOf = (token: unknown): Record<string, unknown> =>
  typeof token === 'string' ? JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) : {}

/** The members of a token response. No token is shown, only that there is one. */
const withoutTokens = (response: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(response).map(([name, value]) => [name, name.endsWith('_token') ? '…' : value]))
