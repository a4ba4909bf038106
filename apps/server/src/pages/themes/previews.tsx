import type { Words } from '../../words/index.ts'
import type { AccountFrame } from '../account/layout.tsx'

/** The pages and mails that a draft can be seen on. */
export const previewNames = [
  'sign-in',
  'code',
  'profile',
  'organization',
  'consent',
  'mail-code',
  'mail-invitation',
] as const
export type PreviewName = (typeof previewNames)[number]

const titleOf = (words: Words, name: PreviewName): string => {
  const { email, code, profile, organization, consent, console } = words
  const titles: Record<PreviewName, string> = {
    'sign-in': email.title,
    code: code.title,
    profile: profile.title,
    organization: organization.title,
    consent: consent.title({ application: console.themes.sampleApplication }),
    'mail-code': console.themes.mailWithCode,
    'mail-invitation': console.themes.mailWithInvitation,
  }
  return titles[name]
}

/** Links to the real pages in the look of the draft. They open as pages, because our pages can't be framed. */
export const PreviewLinks = ({ frame: { words }, address }: { frame: AccountFrame; address: string }) => {
  const { themes } = words.console
  const kinds = [
    { label: themes.light, query: 'scheme=light' },
    { label: themes.dark, query: 'scheme=dark' },
    { label: themes.rightToLeft, query: 'scheme=light&dir=rtl' },
  ]
  return (
    <>
      <h2>{themes.previews}</h2>
      <ul class="rows">
        {previewNames.map((name) => (
          <li>
            <div>{titleOf(words, name)}</div>
            <div class="side-by-side">
              {kinds.map(({ label, query }) => (
                <a href={`${address}/preview/${name}?${query}`} aria-label={`${titleOf(words, name)}: ${label}`}>
                  {label}
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
