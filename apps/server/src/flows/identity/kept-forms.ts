import { digest, newLinkSecret } from '../../crypto/random.ts'
import { findKeptForm, insertKeptForm, redeemKeptForm } from '../../store/beyond-prisma/kept-forms.ts'
import { findMemberships } from '../../store/hot/people.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { findOperatorRole } from './operator-roles.ts'
import type { SignedIn } from './signed-in.ts'

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
  /** What they were where the form belongs: whoever lost or changed it does not see what they typed, either. */
  role: string
}

const ownerOf = async (
  deps: Deps,
  { session, person }: Pick<SignedIn, 'session' | 'person'>,
  flowCookie: string,
  form: KeptForm,
): Promise<Owner> => ({
  sessionId: session.id,
  userId: person.id,
  browserDigest: digest(flowCookie),
  role: await roleFor(deps, person.id, form),
})

/** The role that an act depends on: in the console, or in the organization of a path. An account has none. */
async function roleFor(deps: Deps, userId: string, { route, path }: KeptForm): Promise<string> {
  if (route.startsWith('/admin/')) return (await findOperatorRole(deps, deps.db, userId)) ?? ''
  const [, slug] = /\/organizations\/([^/?]+)/.exec(path) ?? []
  if (!slug) return ''
  const membership = (await findMemberships(deps.db, userId)).find((candidate) => candidate.slug === slug)
  return membership?.roles.join(' ') ?? ''
}

/**
 * Keeps a form as long as the sign-in waits for its person, sealed. Its origin and the right to do what it asks for were
 * checked before. Returns the handle that redeems it once, or null if it is too long to be kept.
 */
export async function keepForm(
  deps: Deps,
  signedIn: Pick<SignedIn, 'session' | 'person'>,
  { flowCookie, ttl }: { flowCookie: string; ttl: number },
  form: KeptForm,
): Promise<string | null> {
  if (Buffer.byteLength(form.body) > maxKeptBody || form.path.length > maxPath) return null
  const handle = newLinkSecret()
  const owner = await ownerOf(deps, signedIn, flowCookie, form)
  const createdAt = deps.now()
  await insertKeptForm(
    deps.db,
    {
      id: digest(handle),
      sessionId: owner.sessionId,
      sealed: deps.keyring.seal('kept-form', JSON.stringify({ ...form, owner })),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ttl),
    },
    keptPerSession,
  )
  return handle
}

const maxPath = 4096

/** There is no such form for this person in this browser: it is too old, redeemed, or somebody else's. */
export class KeptFormGone extends Error {
  override readonly name = 'KeptFormGone'
  /** The path of the page that it was sent from, where the link says it. */
  back: string | null = null
}

/** The form of a handle, for whoever sent it, in the session and the browser that sent it. @throws KeptFormGone */
export async function openKeptForm(
  deps: Deps,
  signedIn: SignedIn | null,
  { flowCookie }: Visitor,
  handle: string,
): Promise<KeptForm> {
  if (!signedIn || !flowCookie) throw new KeptFormGone('nobody is signed in')
  const sealed = await findKeptForm(deps.db, { id: digest(handle), sessionId: signedIn.session.id }, deps.now())
  const text = sealed && deps.keyring.open('kept-form', sealed)
  if (!text) throw new KeptFormGone('there is no such form')
  const { owner, ...form } = JSON.parse(text) as KeptForm & { owner: Owner }
  const expected = await ownerOf(deps, signedIn, flowCookie, form)
  const isTheirs =
    owner.sessionId === expected.sessionId &&
    owner.userId === expected.userId &&
    owner.browserDigest === expected.browserDigest &&
    owner.role === expected.role
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
