import type { Context } from 'hono'
import { defaultAccent } from '../config/color.ts'
import { lacksProof } from '../flows/identity/bound-cookies.ts'
import { openImpersonation } from '../flows/identity/impersonations.ts'
import { firstPartyClientId } from '../flows/platform/clients/first-party-client.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { type Appearance, appearanceInMemory } from '../flows/platform/themes/appearance.ts'
import type { Visitor } from '../flows/platform/visitor.ts'
import { preferredLanguages } from '../http/languages.ts'
import { visitorOf } from '../http/visitor.ts'
import type { Client } from '../oidc/clients.ts'
import { isThirdParty, nameOfThirdParty } from '../oidc/dynamic-clients/third-party-clients.ts'
import type { Step } from '../oidc/next-step.ts'
import { type Assets, assets } from '../pages/assets.ts'
import type { Frame } from '../pages/layout.tsx'
import { themedFrame } from './appearance.ts'

/** What the routes of pages share. Created once per app. */
export interface PageContext {
  deps: Deps
  /** The path of the issuer: '' or '/auth'. */
  base: string
  origin: string
  assets: Assets
  /** The HTML of Markdown that is not the operator's. */
  untrustedHtml(markdown: string): Promise<string>
  visitor(c: Context): Visitor
  /**
   * `languages` are preferred to what was chosen in the browser, and to its own: the ones that the request asks for, and the
   * person's. `look` is
   * the client's, as far as it is known without asking the database, unless another is given.
   */
  frame(c: Context, client?: Client | null, languages?: readonly string[], look?: Appearance): Frame
}

export function createPageContext(deps: Deps): PageContext {
  const { config } = deps
  const url = new URL(config.issuer)
  const base = url.pathname.replace(/\/$/, '')
  const files = assets(config.brand.color ?? defaultAccent)
  return {
    deps,
    base,
    origin: url.origin,
    assets: files,
    untrustedHtml: untrustedHtml(),
    visitor: (c) => visitorOf(c, config),
    frame: (c, client = null, languages = [], look = appearanceInMemory(deps, { client })) => ({
      ...themedFrame(
        base,
        deps.languages.wordsFor([...languages, ...preferredLanguages(config, c.req.raw.headers)]),
        look,
      ),
      base,
      defaultIconUrl: files.iconUrl,
      styleUrl: (sheet) => `${base}/assets/${files.styleName(sheet)}`,
      scriptUrl: (script) => `${base}/assets/${files.scriptName(script)}`,
      privacyUrl: look.privacyUrl ?? config.privacyUrl,
      termsUrl: look.termsUrl ?? termsUrl(deps, base),
      mailboxUrl: deps.sentMails && `${base}/dev/mailbox`,
      // Our own pages are not an application that people sign in to.
      application: client && client.id !== firstPartyClientId ? applicationOf(client) : null,
      impersonation: impersonationOf(deps, base, c),
    }),
  }
}

/** The parser of Markdown is imported at its first text. */
function untrustedHtml(): PageContext['untrustedHtml'] {
  let renderer: Promise<(markdown: string) => string> | undefined
  const load = async () => (await import('../pages/untrusted-markdown.ts')).untrustedMarkdownRenderer()
  return async (markdown) => {
    renderer ??= load()
    return (await renderer)(markdown)
  }
}

/** What pages say about the application. Of a third-party client, only what is known for certain. */
const applicationOf = (client: Client): Frame['application'] =>
  isThirdParty(client)
    ? { name: nameOfThirdParty(client), logoUri: null, policyUri: null, tosUri: null }
    : { name: client.name, logoUri: client.logoUri, policyUri: client.policyUri, tosUri: client.tosUri }

/**
 * Who the operator of this browser acts as, from a cookie that hardly any browser has. Only beside the operator's own
 * session: whoever uses the browser next must not read whom they acted as, and why.
 */
function impersonationOf(deps: Deps, base: string, c: Context): Frame['impersonation'] {
  if (!c.req.raw.headers.get('cookie')?.includes('vestibule_impersonation=')) return null
  const { impersonationCookie, sessionCookie, boundCookie } = visitorOf(c, deps.config)
  const found = openImpersonation(deps, impersonationCookie)
  if (!found || found.until <= deps.now().getTime()) return null
  if (sessionCookie?.split('.')[0] !== found.operatorSessionId) return null
  if (lacksProof(deps, { sessionCookie, boundCookie })) return null
  return { ...found, until: new Date(found.until), stopPath: `${base}/admin/impersonations/stop` }
}

/** The address of the terms: the operator's page, or ours if we have the text. */
export function termsUrl({ terms }: Pick<Deps, 'terms'>, base: string): string | null {
  const inForce = terms.held()
  return inForce && (inForce.url ?? `${base}/terms`)
}

const paths: Record<Exclude<Step['kind'], 'answer'>, (handle: string) => string> = {
  'ask-email': (handle) => `/sign-in/${handle}`,
  'sign-in-at': (handle) => `/sign-in/${handle}/company`,
  'choose-way': (handle) => `/sign-in/${handle}/way`,
  'select-account': (handle) => `/sign-in/${handle}/account`,
  'use-passkey': (handle) => `/sign-in/${handle}/passkey`,
  'review-recovery': (handle) => `/sign-in/${handle}/recovery`,
  'accept-terms': (handle) => `/onboarding/${handle}/terms`,
  'complete-profile': (handle) => `/onboarding/${handle}/profile`,
  'choose-organization': (handle) => `/onboarding/${handle}/organization`,
  'accept-organization-terms': (handle) => `/onboarding/${handle}/organization-terms`,
  'complete-fields': (handle) => `/onboarding/${handle}/fields`,
  'choose-team': (handle) => `/onboarding/${handle}/team`,
  'not-allowed': (handle) => `/onboarding/${handle}/not-allowed`,
  'offer-passkey': (handle) => `/onboarding/${handle}/passkey`,
  consent: (handle) => `/consent/${handle}`,
}

/** The path of the page of a step. Without an origin, so it does not depend on the Host header. */
export const pathOfStep = (base: string, handle: string, step: Step): string =>
  step.kind === 'answer' ? `${base}/sign-in/${handle}/continue` : `${base}${paths[step.kind](handle)}`
