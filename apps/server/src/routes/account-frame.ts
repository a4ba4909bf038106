import type { Context } from 'hono'
import type { Here } from '../flows/account.ts'
import type { MissingProof } from '../flows/step-up.ts'
import { rawQuery } from '../http/forms.ts'
import { Params } from '../oidc/params.ts'
import type { AccountFrame } from '../pages/account.tsx'
import type { Words } from '../pages/words/index.ts'
import type { Surroundings } from './surroundings.ts'

/** What the pages of someone who is signed in show around their own: in their language and time zone. */
export function accountFrame(
  around: Surroundings,
  c: Context,
  { person, recent }: Here,
  missing?: MissingProof | null,
): AccountFrame {
  const frame = around.frame(c, null, person.locale ? [person.locale] : [])
  return {
    frame,
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
