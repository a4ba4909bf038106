import type { Context } from 'hono'
import type { Deps } from '../flows/platform/deps.ts'
import { queryParams } from '../http/query.ts'
import type { Said } from '../pages/said.ts'
import { openTexts, sealTexts } from './sealed-links.ts'

/** The address of the page that says what an act did. What it names is sealed: no link can put other words there. */
export function addressOfSaid(deps: Pick<Deps, 'keyring'>, address: string, [done, ...about]: Said): string {
  const parameters = { done, ...(about.length > 0 ? { about: sealTexts(deps, `done ${done}`, about) } : {}) }
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`
}

interface AfterAct {
  done: string
  about: readonly string[]
}

export const nothingSaid: AfterAct = { done: '', about: [] }

/** What the redirect after an act says: the word for the act, and what it was about. */
export function saidBy(deps: Pick<Deps, 'keyring'>, c: Context): AfterAct {
  if (c.req.method !== 'GET') return nothingSaid
  const params = queryParams(c.req.raw)
  const done = params.get('done') ?? ''
  return { done, about: openTexts(deps, `done ${done}`, params.get('about') ?? '') ?? [] }
}
