import { noteAccountChosen, restartSignIn } from '../../../store/hot/interactions.ts'
import { findAddresses } from '../../../store/hot/people.ts'
import { findCodeAddress } from '../../federation/discovery.ts'
import type { Deps } from '../../platform/deps.ts'
import type { OpenInteraction } from '../interactions.ts'

/** Signs in once more as the same person, because the request or a change asks for it. `byCode`: not where they just came from. */
export async function signInAgain(
  deps: Deps,
  { interaction, person }: OpenInteraction,
  { byCode = false }: { byCode?: boolean } = {},
): Promise<void> {
  const { request } = interaction
  const prompt = [...new Set([...request.prompt, 'login' as const])]
  const address = byCode && person ? await findCodeAddress(deps, person.id) : null
  const again = { ...request, prompt, hintedSubject: person?.id, loginHint: address ?? person?.email ?? undefined }
  await restartSignIn(deps.db, interaction.id, again, deps.now())
}

/** Where the code goes by which a person confirms that it is them: the address of the request if it is theirs, else the primary one. */
export async function addressToConfirm({ db }: Pick<Deps, 'db'>, { interaction, person }: OpenInteraction) {
  const { loginHint } = interaction.request
  if (!person || !loginHint || loginHint === person.email) return person?.email ?? null
  const isTheirs = (await findAddresses(db, person.id)).some(({ address }) => address === loginHint)
  return isTheirs ? loginHint : person.email
}

/** Continues as the person who is signed in (prompt=select_account). */
export const confirmAccount = (deps: Deps, { interaction }: OpenInteraction): Promise<void> =>
  noteAccountChosen(deps.db, interaction.id)

/** Signs in as someone else: from now on, only a new sign-in is accepted. No address is filled in. */
export async function useAnotherAccount(deps: Deps, { interaction }: OpenInteraction): Promise<void> {
  const prompt = [
    ...new Set([...interaction.request.prompt.filter((prompt) => prompt !== 'select_account'), 'login' as const]),
  ]
  await restartSignIn(deps.db, interaction.id, { ...interaction.request, prompt, loginHint: '' }, deps.now())
}
