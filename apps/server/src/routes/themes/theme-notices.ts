import type { Context } from 'hono'
import type { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { queryParams } from '../../http/query.ts'
import type { Words } from '../../words/index.ts'

/** The problem of a refused form beside its field, with the color that would have been accepted. */
export function themeProblems({ problems, console }: Words, { field, problem, hint }: OperationRefused) {
  const text = problem ? problems[problem] : ''
  const nearest =
    problem === 'unreadable-color' && hint ? console.themes.nearest({ color: hint.split('; ')[1] ?? '' }) : ''
  return { [field ?? '']: [text, nearest].filter(Boolean).join(' ') }
}

/** What the last act did, in words. */
export function noticeOf({ console }: Words, c: Context): string | null {
  const { said } = console.themes
  const done = c.req.method === 'GET' ? (queryParams(c.req.raw).get('done') ?? '') : ''
  const notices: ReadonlyMap<string, string> = new Map([
    ['saved', said.saved],
    ['unchanged', said.unchanged],
    ['discarded', said.discarded],
    ['published', said.published],
    ['restored', said.restored],
    ['image', said.image],
    ['imageRemoved', said.imageRemoved],
    ['logoUrlRemoved', said.logoUrlRemoved],
    ['allowed', said.allowed],
    ['declined', said.declined],
  ])
  return notices.get(done) ?? null
}
