import type { Mail } from '../../mail/messages.ts'
import type { Deps } from '../platform/deps.ts'
import { wideNetwork } from '../platform/sign-in-log.ts'

/** Where and how a mail came about. */
interface MailOrigin {
  /** The application that the person signs in to; by default this server. */
  application?: string
  /** The network prefix of the request; empty if no request caused the mail. */
  network?: string | null
  /** Of the request that caused the mail. */
  userAgent?: string | undefined
  /** Preferred languages first. A person's own may be unknown. */
  locales: readonly (string | null)[]
  /** The time zone of the person who reads it. */
  zone?: string | null
  /** The owner of the theme that the mail shows. */
  themeOf?: Mail['themeOf']
}

/** What every mail is made from. */
export const mailContext = (
  { config, now }: Pick<Deps, 'config' | 'now'>,
  to: string,
  { application = config.brand.name, network, userAgent, locales, zone, themeOf }: MailOrigin,
) => ({
  to,
  application,
  at: now().toISOString(),
  network: wideNetwork(network ?? ''),
  locales: locales.flatMap((locale) => locale || []),
  ...(userAgent ? { userAgent: userAgent.slice(0, 256) } : {}),
  ...(zone ? { zone } : {}),
  ...(themeOf ? { themeOf } : {}),
})
