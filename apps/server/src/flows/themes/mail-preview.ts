import { compose } from '../../mail/compose.ts'
import type { Mail } from '../../mail/messages.ts'
import { brandOfLook } from '../delivery/mail-brand.ts'
import type { Deps } from '../platform/deps.ts'
import type { Look } from '../platform/themes/look.ts'

/** The HTML of a mail with sample data in a look. */
export function previewMail(
  { config, languages, now }: Pick<Deps, 'config' | 'languages' | 'now'>,
  look: Look,
  kind: 'sign-in-code' | 'invitation',
  { language, application, organization }: { language: string; application: string; organization: string },
): string {
  const context = {
    to: 'ada@example.com',
    application,
    at: now().toISOString(),
    network: '203.0.113.0/24',
    locales: [language],
  }
  const mail: Mail =
    kind === 'sign-in-code'
      ? { kind, ...context, code: '042135', link: config.issuer }
      : { kind, ...context, organization, inviter: { kind: 'organization' }, link: config.issuer }
  return compose(mail, brandOfLook(config, look), languages, 'Firefox · Windows').html
}
