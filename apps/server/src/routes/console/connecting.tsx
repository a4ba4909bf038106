import { type Context, Hono } from 'hono'
import { acceptsDynamicClients } from '../../config/dynamic-clients.ts'
import { mayOperate } from '../../flows/management/operator-permissions.ts'
import {
  checkClientRule,
  listClientRules,
  removeClientRule,
  ruleVerdicts,
  setClientRule,
} from '../../flows/management/registration/client-rules.ts'
import { listSeenDocuments } from '../../flows/management/registration/seen-documents.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { Params } from '../../oidc/params.ts'
import { ConnectingPage, type RuleRow, type VerdictName } from '../../pages/console/connecting.tsx'
import { problemText } from '../forms.ts'
import { perPage, rowsFrom } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { addressOfSaid } from '../said.ts'
import { askToConfirm, type ConsoleRequest, openConsole, openConsoleToAct } from './request.tsx'

const path = '/admin/connecting'

/** What operators decide about clients that nobody here configured, and which of them were seen. */
export const connectingRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      const request = await openConsole(context, c, 'applications:read')
      requireConnecting(context)
      return show(context, c, request)
    })
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openConsoleToAct(context, c, 'applications:write')
      requireConnecting(context)
      try {
        return await change(context, c, request, params)
      } catch (error) {
        if (error instanceof OperationRefused && error.problem) return show(context, c, request, { error, params })
        throw error
      }
    })

/** Without such clients, there is nothing to decide. */
function requireConnecting({ deps }: PageContext): void {
  if (!acceptsDynamicClients(deps.config)) throw new HttpError(404, 'there is nothing here')
}

async function show(
  context: PageContext,
  c: Context,
  { actor, role, frame }: ConsoleRequest,
  refused?: { error: OperationRefused; params: Params },
): Promise<Response> {
  const { deps } = context
  const manager = { actor, apiScopes: 'all' } as const
  const parameters = c.req.method === 'GET' ? queryParams(c.req.raw) : new Params([])
  const afterOf = (name: string) => formField(parameters, name).replaceAll('\0', '').slice(0, 600) || null
  const [afterRule, afterDocument] = [afterOf('after_rule'), afterOf('after_document')]
  const rules = await listClientRules(deps, manager, rowsFrom(afterRule))
  const documents = await listSeenDocuments(deps, manager, rowsFrom(afterDocument))
  const { error, params = new Params([]) } = refused ?? {}
  const { mode } = deps.config.dynamicClients
  return page(
    <ConnectingPage
      frame={frame}
      mode={mode === 'off' ? null : mode}
      rules={{
        ...shownOf(context, 'after_rule', afterRule, rules, ({ pattern }) => pattern),
        rows: [...(afterRule ? [] : ofEnvironment(deps.config.dynamicClients.listed)), ...rules.slice(0, perPage)],
      }}
      documents={shownOf(context, 'after_document', afterDocument, documents, ({ url }) => url)}
      mayChange={mayOperate(role, 'applications:write')}
      typed={{
        pattern: formField(params, 'pattern'),
        verdict: formField(params, 'verdict'),
        note: formField(params, 'note'),
      }}
      problems={error ? { [error.field ?? 'pattern']: problemText(frame, error.problem) } : {}}
    />,
    { status: error ? 422 : 200 },
  )
}

const ofEnvironment = (hosts: readonly string[]): RuleRow[] =>
  hosts.map((pattern) => ({ pattern, verdict: 'listed', note: '', createdAt: null }))

/** A page of one of the two lists: each has a parameter of its own. */
function shownOf<T>(
  { base }: PageContext,
  name: string,
  after: string | null,
  rows: readonly T[],
  idOf: (row: T) => string,
) {
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  return {
    rows: shown,
    next: rows.length > perPage && last ? `${base}${path}?${new URLSearchParams({ [name]: idOf(last) })}` : null,
    first: after ? `${base}${path}` : null,
  }
}

/** The decision that a form asks for: a button of a row, or the choice of the form. */
function wantedBy(params: Params): VerdictName | null {
  const action = formField(params, 'action')
  if (action === 'remove') return null
  const name = action === 'add' ? formField(params, 'verdict') : action
  const verdict = ruleVerdicts.find((known) => known === name)
  if (!verdict) throw new OperationRefused('invalid', 'verdict', 'choose-one')
  return verdict
}

async function change(
  { deps, base }: PageContext,
  c: Context,
  { actor, frame }: ConsoleRequest,
  params: Params,
): Promise<Response> {
  const manager = { actor, apiScopes: 'all' } as const
  const verdict = wantedBy(params)
  const pattern = formField(params, 'pattern')
  const note = formField(params, 'note')
  if (params.get('confirm') !== 'yes') {
    // A question about what would be refused is none.
    if (verdict) checkClientRule(pattern, note)
    const fields = [['action', verdict ?? 'remove'] as const, ['pattern', pattern] as const, ['note', note] as const]
    return askToConfirm(c, frame, { question: questionOf(frame, verdict, pattern), fields, back: `${base}${path}` })
  }
  if (!verdict) await removeClientRule(deps, manager, pattern)
  const kept = verdict ? await setClientRule(deps, manager, pattern, { verdict, note }) : pattern
  const done = verdict === 'listed' ? 'client-trusted' : verdict ? 'client-blocked' : 'client-rule-removed'
  return seeOther(addressOfSaid(deps, `${base}${path}`, [done, kept]))
}

function questionOf({ words }: ConsoleRequest['frame'], verdict: VerdictName | null, pattern: string) {
  const texts = words.console.connecting
  if (verdict === 'listed') return { title: texts.trustTitle({ pattern }), text: texts.trustText, button: texts.trust }
  if (verdict === 'blocked') return { title: texts.blockTitle({ pattern }), text: texts.blockText, button: texts.block }
  return { title: texts.removeTitle({ pattern }), text: texts.removeText, button: texts.remove }
}
