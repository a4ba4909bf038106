import type { Words } from '../words/index.ts'
import { ConsentPage } from './authorization/consent.tsx'
import { ChoicePage } from './authorization/onboarding/choice.tsx'
import { OfferPasskeyPage } from './authorization/onboarding/passkey.tsx'
import { ProfilePage } from './authorization/onboarding/profile.tsx'
import { TermsPage } from './authorization/onboarding/terms.tsx'
import { CodePage } from './authorization/sign-in/code.tsx'
import { EmailPage } from './authorization/sign-in/email.tsx'
import { RequiredPasskeyPage } from './authorization/sign-in/required-passkey.tsx'
import type { Frame } from './layout.tsx'

/** The pages that somebody new sees, in their order. */
export const samplePageNames = [
  'sign-in',
  'code',
  'passkey',
  'terms',
  'profile',
  'organization',
  'team',
  'passkey-offer',
  'consent',
] as const
export type SamplePageName = (typeof samplePageNames)[number]

export function titleOfSample(
  { email, code, passkey, ...words }: Words,
  name: SamplePageName,
  application: string,
): string {
  const titles: Record<SamplePageName, string> = {
    'sign-in': email.title,
    code: code.title,
    passkey: passkey.create,
    terms: words.termsStep.title,
    profile: words.profile.title,
    organization: words.organization.title,
    team: words.team.title,
    'passkey-offer': passkey.offerTitle,
    consent: words.consent.title({ application }),
  }
  return titles[name]
}

export interface SamplePageProps {
  frame: Frame
  /** The address of the page with a `#` at its end: all forms lead back to it, those too that append to their address. */
  action: string
  application: string
  organization: string
  scope: readonly string[]
  termsVersion: string
}

const passkeyForm = (action: string) => ({ action, options: action, sample: true })

/** The real pages of a sign-in, with made-up data in them. */
export const samplePages: Record<SamplePageName, (props: SamplePageProps) => unknown> = {
  'sign-in': ({ frame, action }) => <EmailPage frame={frame} action={action} email="" create={false} passkey={null} />,
  code: ({ frame, action }) => (
    <CodePage
      frame={frame}
      action={action}
      emailAction={action}
      address="ada@example.com"
      digits={6}
      wait={0}
      mail="sent"
      triesLeft={null}
      preferred={null}
    />
  ),
  passkey: ({ frame, action }) => (
    <RequiredPasskeyPage
      frame={frame}
      place={passkeyForm(action)}
      create
      again={false}
      deviceBound={false}
      action={action}
      recoveryUrl={action}
    />
  ),
  terms: ({ frame, action, termsVersion }) => (
    <TermsPage frame={frame} action={action} version={termsVersion} url={frame.termsUrl ?? action} />
  ),
  profile: ({ frame, action }) => (
    <ProfilePage frame={frame} action={action} givenName="Ada" familyName="Lovelace" fields={[]} />
  ),
  organization: ({ frame, action, application, organization }) => (
    <SampleChoice
      frame={frame}
      action={action}
      field="organization"
      intro={frame.words.organization.intro({ application })}
      choices={[organization, 'Difference Engines']}
    />
  ),
  team: ({ frame, action, organization }) => (
    <SampleChoice
      frame={frame}
      action={action}
      field="team"
      intro={frame.words.team.intro({ organization })}
      choices={['Mill', 'Store']}
    />
  ),
  'passkey-offer': ({ frame, action }) => (
    <OfferPasskeyPage frame={frame} place={passkeyForm(action)} action={action} />
  ),
  consent: ({ frame, action, application, organization, scope }) => (
    <ConsentPage
      frame={frame}
      action={action}
      application={application}
      access={{ scope: [...scope], resources: [] }}
      organization={organization}
    />
  ),
}

interface SampleChoiceProps {
  frame: Frame
  action: string
  field: 'organization' | 'team'
  intro: string
  choices: readonly string[]
}

const SampleChoice = ({ frame, action, field, intro, choices }: SampleChoiceProps) => {
  const words = frame.words[field]
  return (
    <ChoicePage
      frame={frame}
      action={action}
      field={field}
      title={words.title}
      intro={intro}
      legend={words.choose}
      choices={choices.map((label, index) => ({ id: String(index), label }))}
      or={words.or}
      nameLabel={words.name}
      createLabel={words.create}
      mayCreate
      name=""
    />
  )
}
