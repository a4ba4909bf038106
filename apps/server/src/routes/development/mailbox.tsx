import { Hono } from 'hono'
import { noStore, securityHeaders } from '../../http/headers.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page } from '../../http/responses.ts'
import { MailboxPage, MailPage } from '../../pages/development/mailbox.tsx'
import type { PageContext } from '../page-context.ts'
import { developerOnly } from './developer-only.ts'

/** The mails that a development server would have sent. Each route asks for itself who is there. */
export function mailboxRoutes(context: PageContext): Hono {
  const { sentMails, config } = context.deps
  const guard = developerOnly(config)
  const mailOf = (id: string) => {
    const mail = sentMails?.find(id)
    if (!mail) throw new HttpError(404, 'this mail is gone: the mailbox keeps the last hundred of this process')
    return mail
  }
  return new Hono()
    .get('/dev/mailbox', guard, (c) =>
      page(<MailboxPage frame={context.frame(c, null, ['en'])} mails={sentMails?.list() ?? null} />, { script: true }),
    )
    .get('/dev/mailbox/:id', guard, (c) =>
      page(<MailPage frame={context.frame(c, null, ['en'])} mail={mailOf(pathParameter(c, 'id'))} />, {
        frames: ["'self'"],
      }),
    )
    .get('/dev/mailbox/:id/html', guard, (c) => {
      const { html } = mailOf(pathParameter(c, 'id'))
      if (html === null) throw new HttpError(404, 'a text message has no HTML')
      return mailPreview(html)
    })
}

/**
 * The HTML of a mail in a frame of our own page. Mails have inline styles, which our pages forbid; it runs no script, and
 * its links open in the whole window.
 */
function mailPreview(html: string): Response {
  const policy = [
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "style-src 'unsafe-inline'; img-src 'self' data: https:",
    'sandbox allow-top-navigation-by-user-activation',
  ]
  return new Response(html.replace('<head>', '<head><base target="_top">'), {
    headers: {
      ...securityHeaders,
      ...noStore,
      'Content-Type': 'text/html; charset=UTF-8',
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Security-Policy': policy.join('; '),
    },
  })
}
