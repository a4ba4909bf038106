import { Hono } from 'hono'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page } from '../../http/responses.ts'
import { MailboxPage, MailPage } from '../../pages/development/mailbox.tsx'
import type { PageContext } from '../page-context.ts'
import { mailPreview } from './mail-preview.ts'

/** The mails that a development server would have sent. */
export function mailboxRoutes(context: PageContext): Hono {
  const { sentMails } = context.deps
  const mailOf = (id: string) => {
    const mail = sentMails?.find(id)
    if (!mail) throw new HttpError(404, 'this mail is gone: the mailbox keeps the last hundred of this process')
    return mail
  }
  return new Hono()
    .get('/dev/mailbox', (c) => page(<MailboxPage frame={context.frame(c)} mails={sentMails?.list() ?? null} />))
    .get('/dev/mailbox/:id', (c) =>
      page(<MailPage frame={context.frame(c)} mail={mailOf(pathParameter(c, 'id'))} />, { frames: ["'self'"] }),
    )
    .get('/dev/mailbox/:id/html', (c) => mailPreview(mailOf(pathParameter(c, 'id')).html))
}
