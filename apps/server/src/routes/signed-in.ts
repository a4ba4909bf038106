import type { Context } from 'hono'
import { type Here, whoIsHere } from '../flows/account.ts'
import type { Surroundings } from './surroundings.ts'

/** The page needs someone to sign in first, or once more. They come back to `path`. */
export class SignInFirst extends Error {
  override readonly name = 'SignInFirst'
  constructor(readonly options: { path: string; again: boolean; person: Here['person'] | null; acr?: string }) {
    super('sign in first')
  }
}

/**
 * Who is signed in at a page of ours. `back` is a path of ours, never something a request brought along. Throws
 * `SignInFirst` when nobody is, or when their sign-in is too old for a change that matters.
 */
export async function requireHere(
  { deps, base, visitor }: Surroundings,
  c: Context,
  { back, recent = false }: { back: string; recent?: boolean },
): Promise<Here> {
  const here = await whoIsHere(deps, visitor(c))
  const path = `${base}${back}`
  if (!here) throw new SignInFirst({ path, again: false, person: null })
  if (recent && !here.recent) throw new SignInFirst({ path, again: true, person: here.person })
  return here
}
