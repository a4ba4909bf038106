import { satisfies } from '../oidc/acr.ts'
import type { Person } from '../oidc/claims.ts'
import { noteOfferAnswered } from '../store/interactions.ts'
import {
  deletePasskey,
  deletePasskeyButTheLast,
  findPasskeys,
  noteDeclinedPasskey,
  renamePasskey,
} from '../store/passkeys.ts'
import type { Session } from '../store/sessions.ts'
import { findMemberships } from '../store/users.ts'
import type { Here } from './account.ts'
import { record } from './audit.ts'
import type { Deps } from './deps.ts'
import { cleanName } from './names.ts'
import { notify } from './notices.ts'
import type { SignedInVisit } from './onboarding.ts'
import { creationOptions, registerPasskey } from './passkeys.ts'
import { isRecent, type Visitor } from './sessions.ts'

export type AddProblem = 'passkey-refused' | 'sign-in-again' | 'passkey-needed'

type Owner = { session: Session; person: Person }

/**
 * Who may add a passkey: someone who signed in a moment ago. In an organization that demands passkeys, someone who has
 * one signs in with it first: else whoever reads their mail could make one too. Lost all of them: an owner can help.
 */
async function mayAdd(deps: Deps, { session, person }: Owner): Promise<AddProblem | null> {
  if (!isRecent(deps, session)) return 'sign-in-again'
  if (satisfies(session.acr, 'phr')) return null
  const [memberships, passkeys] = await Promise.all([
    findMemberships(deps.db, person.id),
    findPasskeys(deps.db, person.id),
  ])
  return passkeys.length > 0 && memberships.some((one) => one.requirePasskey) ? 'passkey-needed' : null
}

/** What the script needs to make a passkey for this session, or why it may not. */
export async function newPasskeyOptions(
  deps: Deps,
  owner: Owner,
): Promise<{ ok: true; options: Record<string, unknown> } | { ok: false; problem: AddProblem }> {
  const problem = await mayAdd(deps, owner)
  if (problem) return { ok: false, problem }
  const options = await creationOptions(deps, owner.person, owner.session.id)
  return options ? { ok: true, options } : { ok: false, problem: 'passkey-refused' }
}

/** Keeps a new passkey and tells every mailbox of the person. Null when it was kept. */
export async function addPasskey(
  deps: Deps,
  owner: Owner,
  credential: string,
  visitor: Visitor,
): Promise<AddProblem | null> {
  const problem = await mayAdd(deps, owner)
  if (problem) return problem
  const result = await registerPasskey(deps, owner.person, owner.session.id, credential, visitor.userAgent)
  if (!result.ok) return result.problem
  const actor = { kind: 'user', id: owner.person.id, network: visitor.network } as const
  await record(deps, actor, { action: 'passkey.added', target: ['user', owner.person.id] })
  await notify(deps, owner.person, visitor, 'passkey-added', result.passkey.name)
  return null
}

/** The offer during sign-in was taken, or not now. Either way it is answered. */
export async function answerOffer(
  deps: Deps,
  { interaction, session, person }: SignedInVisit,
  credential: string | null,
  visitor: Visitor,
): Promise<AddProblem | null> {
  if (credential === null) await noteDeclinedPasskey(deps.db, person.id, deps.now())
  else {
    const problem = await addPasskey(deps, { session, person }, credential, visitor)
    if (problem === 'passkey-refused') return problem
  }
  await noteOfferAnswered(deps.db, interaction.id)
  return null
}

export type RenameProblem = 'required' | 'too-long' | 'unreadable'

export async function changePasskeyName(
  deps: Deps,
  { person }: Here,
  id: string,
  input: string,
): Promise<RenameProblem | null> {
  const cleaned = cleanName(input)
  if (!cleaned.ok) return cleaned.problem
  if (cleaned.name === '') return 'required'
  await renamePasskey(deps.db, person.id, id, cleaned.name)
  return null
}

/** Removes a passkey. The last one stays while an organization of the person demands one. */
export async function removePasskey(
  deps: Deps,
  { person }: Here,
  id: string,
  visitor: Visitor,
): Promise<'last-passkey' | null> {
  const demanded = (await findMemberships(deps.db, person.id)).some((one) => one.requirePasskey)
  const name = await (demanded ? deletePasskeyButTheLast : deletePasskey)(deps.db, person.id, id)
  if (name !== null) {
    const actor = { kind: 'user', id: person.id, network: visitor.network } as const
    await record(deps, actor, { action: 'passkey.removed', target: ['user', person.id] })
    await notify(deps, person, visitor, 'passkey-removed', name)
    return null
  }
  const stillThere = (await findPasskeys(deps.db, person.id)).some((one) => one.id === id)
  return demanded && stillThere ? 'last-passkey' : null
}
