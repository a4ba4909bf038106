import type { Context } from 'hono'
import type { Deps } from '../flows/platform/deps.ts'
import { queryParams } from '../http/query.ts'
import type { AccountFrame } from '../pages/account/layout.tsx'
import type { DoneNotice } from '../pages/done-notices.ts'
import { openTexts, sealTexts } from './sealed-links.ts'

/** The address of the page that says what an act did. What it names is sealed: no link can put other words there. */
export function addressWithNotice(deps: Pick<Deps, 'keyring'>, address: string, [done, ...about]: DoneNotice): string {
  const parameters = { done, ...(about.length > 0 ? { about: sealTexts(deps, `done ${done}`, about) } : {}) }
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`
}

/** The word for the act that led to a page, and what it was about. */
export type DoneAct = Pick<AccountFrame, 'done' | 'about'>

/** Of a page that no act led to. */
export const noAct: DoneAct = { done: '', about: [] }

/** What the redirect after an act says. */
export function doneActOf(deps: Pick<Deps, 'keyring'>, c: Context): DoneAct {
  if (c.req.method !== 'GET') return noAct
  const params = queryParams(c.req.raw)
  const done = params.get('done') ?? ''
  return { done, about: openTexts(deps, `done ${done}`, params.get('about') ?? '') ?? [] }
}
