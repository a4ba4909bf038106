import { Hono } from 'hono'
import { previewMail } from '../../flows/themes/mail-preview.ts'
import { draftLook, type ThemeView, viewTheme } from '../../flows/themes/theme-views.ts'
import { noStore, securityHeaders } from '../../http/headers.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { ConsentPage } from '../../pages/authorization/consent.tsx'
import { ChoicePage } from '../../pages/authorization/onboarding/choice.tsx'
import { ProfilePage } from '../../pages/authorization/onboarding/profile.tsx'
import { CodePage } from '../../pages/authorization/sign-in/code.tsx'
import { EmailPage } from '../../pages/authorization/sign-in/email.tsx'
import type { Frame } from '../../pages/layout.tsx'
import { type PreviewName, previewNames } from '../../pages/themes/previews.tsx'
import type { PageContext } from '../page-context.ts'
import type { ThemePlace } from './place.ts'

type Scheme = 'light' | 'dark'

const address = 'ada@example.com'

/** The pages of a sign-in and two mails with sample data, in the look of the draft. Their forms lead back to themselves. */
export const previewRoutes = (context: PageContext, place: ThemePlace) =>
  new Hono()
    .get(`${place.path}/preview/:page`, async (c) => {
      const { actor, key, frame } = await place.open(c, false)
      const name = previewNames.find((known) => known === pathParameter(c, 'page'))
      if (!name) throw new HttpError(404, 'there is no such page')
      const query = queryParams(c.req.raw)
      const scheme: Scheme = query.get('scheme') === 'dark' ? 'dark' : 'light'
      const languages = query.get('dir') === 'rtl' ? ['ar'] : [frame.words.lang]
      const { deps } = context
      const view = await viewTheme(deps, actor, key)
      const look = await draftLook(deps, view)
      if (name === 'mail-code' || name === 'mail-invitation') {
        const kind = name === 'mail-code' ? 'sign-in-code' : 'invitation'
        return mailPage(
          previewMail(deps, look, kind, { ...samplesOf(frame, view), language: languages[0] ?? 'en' }),
          scheme,
        )
      }
      const shown = context.frame(c, null, languages, look)
      const application = { name: samplesOf(shown, view).application, logoUri: null, policyUri: null, tosUri: null }
      return page(samplePage(name, { ...shown, scheme, application }, c.req.path, samplesOf(shown, view)))
    })
    .post(`${place.path}/preview/:page`, async (c) => {
      await place.open(c, false)
      return seeOther(c.req.path)
    })

interface Samples {
  application: string
  organization: string
}

/** Whose pages they seem to be: of the client or organization that has the theme. */
const samplesOf = ({ words }: Frame, { key, ownerName }: ThemeView): Samples => ({
  application: key.scope === 'client' ? ownerName : words.console.themes.sampleApplication,
  organization: key.scope === 'organization' ? ownerName : 'Analytical Engines',
})

function samplePage(
  name: Exclude<PreviewName, 'mail-code' | 'mail-invitation'>,
  frame: Frame,
  action: string,
  { application, organization }: Samples,
) {
  switch (name) {
    case 'sign-in':
      return <EmailPage frame={frame} action={action} email="" create={false} passkey={null} />
    case 'code':
      return (
        <CodePage
          frame={frame}
          action={action}
          emailAction={action}
          address={address}
          digits={6}
          wait={0}
          mail="sent"
          triesLeft={null}
          preferred={null}
        />
      )
    case 'profile':
      return <ProfilePage frame={frame} action={action} givenName="Ada" familyName="Lovelace" />
    case 'organization':
      return <SampleChoice frame={frame} action={action} application={application} organization={organization} />
    case 'consent':
      return (
        <ConsentPage
          frame={frame}
          action={action}
          application={application}
          access={{ scope: ['openid', 'profile', 'email'], resources: [] }}
          organization={organization}
        />
      )
  }
}

const SampleChoice = ({ frame, action, application, organization }: { frame: Frame; action: string } & Samples) => {
  const words = frame.words.organization
  return (
    <ChoicePage
      frame={frame}
      action={action}
      field="organization"
      title={words.title}
      intro={words.intro({ application })}
      legend={words.choose}
      choices={[
        { id: '1', label: organization },
        { id: '2', label: 'Difference Engines' },
      ]}
      or={words.or}
      nameLabel={words.name}
      createLabel={words.create}
      mayCreate
      name=""
    />
  )
}

/** Mails carry their style with them. What is shown is ours and escaped; it may load our images and do nothing else. */
const mailPage = (html: string, scheme: Scheme): Response =>
  new Response(inScheme(html, scheme), {
    headers: {
      ...securityHeaders,
      ...noStore,
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy':
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    },
  })

/** The mail as a program shows it that is light or dark, whatever the browser is. */
const inScheme = (html: string, scheme: Scheme): string =>
  html.replaceAll('light dark', scheme).replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
