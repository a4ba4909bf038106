import { digest, newLinkSecret } from '../../crypto/random.ts'
import { findKeptForm, insertKeptForm, redeemKeptForm } from '../../store/beyond-prisma/kept-forms.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import type { Visitor } from '../platform/visitor.ts'
import type { SignedIn } from './signed-in.ts'

/** How long a form is kept, in milliseconds. */
const keptFormTtl = 10 * minute
/** Forms of one session; the oldest one goes. */
const keptPerSession = 5
/** Bytes of the longest body: as many as a form of ours has. */
const maxKeptBody = 64 * 1024

/** A form whose act waits until its person has confirmed that it is them. */
export interface KeptForm {
  /** The pattern of its route, such as `/admin/themes/instance`: one of those whose forms may be kept. */
  route: string
  /** The path and query that it was sent to, with the path of the issuer. */
  path: string
  /** Its fields as they were sent, `application/x-www-form-urlencoded`. */
  body: string
  /** The page that it was sent from, with the path of the issuer. */
  back: string
}

/** Whose form it is: nobody else, no other session of theirs, and no other browser, opens it. */
interface Owner {
  sessionId: string
  userId: string
  browserDigest: string
}

const ownerOf = ({ session, person }: Pick<SignedIn, 'session' | 'person'>, flowCookie: string): Owner => ({
  sessionId: session.id,
  userId: person.id,
  browserDigest: digest(flowCookie),
})

/**
 * Keeps a form for ten minutes, sealed. Its origin and the right to do what it asks for were checked before. Returns the
 * handle that redeems it once, or null if it is too long to be kept.
 */
export async function keepForm(
  deps: Deps,
  signedIn: Pick<SignedIn, 'session' | 'person'>,
  flowCookie: string,
  form: KeptForm,
): Promise<string | null> {
  if (Buffer.byteLength(form.body) > maxKeptBody || form.path.length > maxPath) return null
  const handle = newLinkSecret()
  const owner = ownerOf(signedIn, flowCookie)
  const createdAt = deps.now()
  await insertKeptForm(
    deps.db,
    {
      id: digest(handle),
      sessionId: owner.sessionId,
      sealed: deps.keyring.seal('kept-form', JSON.stringify({ ...form, owner })),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + keptFormTtl),
    },
    keptPerSession,
  )
  return handle
}

const maxPath = 4096

/** There is no such form for this person in this browser: it is too old, redeemed, or somebody else's. */
export class KeptFormGone extends Error {
  override readonly name = 'KeptFormGone'
}

/** The form of a handle, for whoever sent it, in the session and the browser that sent it. @throws KeptFormGone */
export async function openKeptForm(
  deps: Deps,
  signedIn: SignedIn | null,
  { flowCookie }: Visitor,
  handle: string,
): Promise<KeptForm> {
  if (!signedIn || !flowCookie) throw new KeptFormGone('nobody is signed in')
  const expected = ownerOf(signedIn, flowCookie)
  const sealed = await findKeptForm(deps.db, { id: digest(handle), sessionId: expected.sessionId }, deps.now())
  const text = sealed && deps.keyring.open('kept-form', sealed)
  if (!text) throw new KeptFormGone('there is no such form')
  const { owner, ...form } = JSON.parse(text) as KeptForm & { owner: Owner }
  const isTheirs =
    owner.sessionId === expected.sessionId &&
    owner.userId === expected.userId &&
    owner.browserDigest === expected.browserDigest
  if (!isTheirs) throw new KeptFormGone('it is the form of somebody else')
  return form
}

/** The same, once: the statement that deletes it is the lock. @throws KeptFormGone */
export async function takeKeptForm(...request: Parameters<typeof openKeptForm>): Promise<KeptForm> {
  const [deps, signedIn, , handle] = request
  const form = await openKeptForm(...request)
  const sessionId = signedIn?.session.id ?? ''
  if (!(await redeemKeptForm(deps.db, { id: digest(handle), sessionId }, deps.now())))
    throw new KeptFormGone('it was redeemed meanwhile')
  return form
}
