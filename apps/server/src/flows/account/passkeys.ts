import type { Person } from '../../oidc/claims.ts'
import { closePasskeyOffer } from '../../store/hot/interactions.ts'
import { findPasskeys, insertPasskey } from '../../store/hot/passkeys.ts'
import { findMemberships } from '../../store/hot/people.ts'
import type { Session } from '../../store/hot/sessions.ts'
import { deletePasskey, noteDeclinedPasskey, renamePasskey } from '../../store/prisma/passkeys.ts'
import { findSessionsByPasskey } from '../../store/prisma/sessions.ts'
import type { SignedInInteraction } from '../authorization/interactions.ts'
import { notify } from '../delivery/notices.ts'
import { creationOptions } from '../identity/passkeys/options.ts'
import { checkRegistration, passkeysPerPerson } from '../identity/passkeys/registration.ts'
import { closeSessionIn } from '../identity/sessions.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { lockedProof, type MissingProof, proofOf } from '../identity/step-up.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { cleanName } from '../platform/names.ts'
import type { Visitor } from '../platform/visitor.ts'
import { completeRecovery } from './passkey-recovery.ts'

export type AddProblem = 'passkey-refused' | MissingProof

type Owner = { session: Session; person: Person }

/** What the script needs to make a passkey for this session, or why it may not. */
export async function newPasskeyOptions(
  deps: Deps,
  owner: Owner,
): Promise<{ ok: true; options: Record<string, unknown> } | { ok: false; problem: AddProblem }> {
  const { missing } = await proofOf(deps, owner, 'passkeys')
  if (missing) return { ok: false, problem: missing }
  const options = await creationOptions(deps, owner.person, owner.session.id)
  return options ? { ok: true, options } : { ok: false, problem: 'passkey-refused' }
}

/** Stores a new passkey and notifies every mailbox of the person. Null if it was stored. */
export async function addPasskey(
  deps: Deps,
  owner: Owner,
  credential: string,
  visitor: Visitor,
): Promise<AddProblem | null> {
  const { session, person } = owner
  const { missing } = await proofOf(deps, owner, 'passkeys')
  if (missing) return missing
  const registration = await checkRegistration(deps, person, session.id, credential, visitor.userAgent)
  if (!registration.ok) return registration.problem
  const { passkey } = registration
  return inTransaction(deps, async (tx) => {
    // Of two added at once, the second is no longer the first one of the account.
    const proof = await lockedProof(deps, tx, owner, 'passkeys')
    if (proof.missing) return proof.missing
    if (!(await insertPasskey(tx, passkey, passkeysPerPerson))) return 'passkey-refused'
    const actor = userActor(person.id, visitor.network)
    await tx.record(actor, { action: 'passkey.added', target: ['user', person.id] })
    if (proof.recovered) await completeRecovery(tx, actor, person.id)
    await notify(deps, tx, { person, visitor, event: 'passkey-added', detail: passkey.name })
    return null
  })
}

/** Answers the offer of a passkey during sign-in: with a credential, or with "not now". Whether one was made. */
export async function answerOffer(
  deps: Deps,
  { interaction, session, person }: SignedInInteraction,
  credential: string | null,
  visitor: Visitor,
): Promise<{ ok: true; made: boolean } | { ok: false; problem: AddProblem }> {
  let made = false
  if (credential === null) await noteDeclinedPasskey(deps.db, person.id, deps.now())
  else {
    const problem = await addPasskey(deps, { session, person }, credential, visitor)
    if (problem === 'passkey-refused') return { ok: false, problem }
    made = problem === null
  }
  await closePasskeyOffer(deps.db, interaction.id)
  return { ok: true, made }
}

export type RenameProblem = 'required' | 'too-long' | 'unreadable'

export async function changePasskeyName(
  deps: Deps,
  { person }: SignedIn,
  id: string,
  input: string,
  network: string,
): Promise<RenameProblem | null> {
  const cleaned = cleanName(input)
  if (!cleaned.ok) return cleaned.problem
  if (cleaned.name === '') return 'required'
  await inTransaction(deps, async (tx) => {
    if (await renamePasskey(tx, person.id, id, cleaned.name))
      await tx.record(userActor(person.id, network), { action: 'passkey.renamed', target: ['user', person.id] })
  })
  return null
}

/** Removes a passkey, unless it is the last one and an organization of the person requires one. */
export async function removePasskey(
  deps: Deps,
  signedIn: SignedIn,
  id: string,
  visitor: Visitor,
): Promise<'last-passkey' | MissingProof | null> {
  const { person } = signedIn
  return inTransaction(deps, async (tx) => {
    const proof = await lockedProof(deps, tx, signedIn, 'passkeys')
    if (proof.missing) return proof.missing
    const passkeys = await findPasskeys(tx, person.id)
    const passkey = passkeys.find((known) => known.id === id)
    if (!passkey) return null
    const demanded = (await findMemberships(tx, person.id)).some(({ requirePasskey }) => requirePasskey)
    if (demanded && passkeys.length === 1) return 'last-passkey'
    await deletePasskey(tx, person.id, id)
    const actor = userActor(person.id, visitor.network)
    await tx.record(actor, { action: 'passkey.removed', target: ['user', person.id] })
    // Sessions that began with it would go on as if the passkey still existed.
    const begun = { userId: person.id, passkeyId: id, except: signedIn.session.id }
    for (const sessionId of await findSessionsByPasskey(tx, begun)) await closeSessionIn(deps, tx, sessionId, actor)
    if (passkeys.length === 1) await completeRecovery(tx, actor, person.id)
    await notify(deps, tx, { person, visitor, event: 'passkey-removed', detail: passkey.name })
    return null
  })
}
