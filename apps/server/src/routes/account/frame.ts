import type { Context } from 'hono'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import type { MissingProof } from '../../flows/identity/step-up.ts'
import { rawQuery } from '../../http/forms.ts'
import { Params } from '../../oidc/params.ts'
import type { AccountFrame } from '../../pages/account/layout.tsx'
import type { Words } from '../../pages/words/index.ts'
import type { PageContext } from '../page-context.ts'

/** What the pages of someone who is signed in show around their own: in their language and time zone. */
export function accountFrame(
  context: PageContext,
  c: Context,
  { person, recent }: SignedIn,
  missing?: MissingProof | null,
): AccountFrame {
  const frame = context.frame(c, null, person.locale ? [person.locale] : [])
  return {
    ...frame,
    address: person.email ?? '',
    done: c.req.method === 'GET' && Params.parse(rawQuery(c.req.raw.url)).get('done') !== undefined,
    recent: missing === undefined ? recent : missing === null,
    needsPasskey: missing === 'passkey-needed',
    date: dates(frame.words, person.zoneinfo),
  }
}

/** Formats times in a language and a time zone, which is UTC and named so where none is known. */
export function dates(words: Words, zoneinfo: string | null): (at: Date) => string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  const format = new Intl.DateTimeFormat(words.lang, { ...options, timeZone: zoneinfo ?? 'UTC' })
  return (at) => `${format.format(at)}${zoneinfo ? '' : ' UTC'}`
}
