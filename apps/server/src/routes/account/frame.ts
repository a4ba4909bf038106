import type { Context } from 'hono'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import { type MissingProof, proofOf, type SensitiveChange } from '../../flows/identity/step-up.ts'
import type { AccountFrame } from '../../pages/account/layout.tsx'
import { timeFormat } from '../../words/dates.ts'
import type { PageContext } from '../page-context.ts'
import { saidBy } from '../said.ts'

/** The frame of a page for a signed-in person, in their language and time zone. */
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
    ...saidBy(context.deps, c),
    recent: missing === undefined ? recent : missing === null,
    needsPasskey: missing === 'passkey-needed',
    date: timeFormat(frame.words.lang, person.zoneinfo),
  }
}

/** The frame of a page whose changes require a passkey if the account has one. */
export async function guardedFrame(
  context: PageContext,
  c: Context,
  signedIn: SignedIn,
  change: SensitiveChange,
): Promise<AccountFrame> {
  const { missing } = await proofOf(context.deps, signedIn, change)
  return accountFrame(context, c, signedIn, missing)
}
