import { Hono } from 'hono'
import { draftAppearance, previewMail, type ThemeView, viewTheme } from '../../flows/themes/theme-views.ts'
import { noStore, securityHeaders } from '../../http/headers.ts'
import { HttpError } from '../../http/http-error.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import type { Frame } from '../../pages/layout.tsx'
import { samplePages } from '../../pages/sample-pages.tsx'
import { previewNames } from '../../pages/themes/previews.tsx'
import type { PageContext } from '../page-context.ts'
import type { ThemePlace } from './place.ts'

type Scheme = 'light' | 'dark'

/**
 * The pages of a sign-in and two mails with sample data, in the look of the draft: what the frame beside the editor shows.
 * Nothing in them can be used.
 */
export const previewRoutes = (context: PageContext, place: ThemePlace) =>
  new Hono().get(`${place.path}/preview`, async (c) => {
    const { actor, key, frame } = await place.open(c)
    const query = queryParams(c.req.raw)
    const name = previewNames.find((known) => known === query.get('page'))
    if (!name) throw new HttpError(404, 'there is no such page')
    const scheme: Scheme = query.get('scheme') === 'dark' ? 'dark' : 'light'
    const { deps } = context
    const language = deps.languages.find(query.get('language') ?? '') ?? frame.words.lang
    const view = await viewTheme(deps, actor, key)
    const look = await draftAppearance(deps, view)
    const shown = context.frame(c, null, [language], look)
    const samples = samplesOf(shown, view)
    if (name === 'mail-code' || name === 'mail-invitation') {
      const kind = name === 'mail-code' ? 'sign-in-code' : 'invitation'
      return mailPage(previewMail(deps, look, kind, { ...samples, language }), scheme)
    }
    const application = { name: samples.application, logoUri: null, policyUri: null, tosUri: null }
    const still = { ...shown, impersonation: null, inert: true }
    return page(samplePages[name]({ ...samples, frame: { ...still, scheme, application }, action: '#' }), {
      framed: true,
    })
  })

/** Whose pages they seem to be: of the client or organization that has the theme. */
const samplesOf = ({ words }: Frame, { key, ownerName }: ThemeView) => ({
  application: key.scope === 'client' ? ownerName : words.console.themes.sampleApplication,
  organization: key.scope === 'organization' ? ownerName : 'Analytical Engines',
  scope: ['openid', 'profile', 'email'],
  termsVersion: '1',
})

/** Mails carry their style with them. What is shown is ours and escaped; it may load our images and do nothing else. */
const mailPage = (html: string, scheme: Scheme): Response =>
  new Response(inScheme(html, scheme).replace('<body', '<body inert'), {
    headers: {
      ...securityHeaders,
      ...noStore,
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy':
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox",
    },
  })

/** The mail as a program shows it that is light or dark, whatever the browser is. */
const inScheme = (html: string, scheme: Scheme): string =>
  html.replaceAll('light dark', scheme).replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
