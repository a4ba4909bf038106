import { type Context, Hono } from 'hono'
import { acceptsDynamicClients } from '../../config/dynamic-clients.ts'
import {
  checkClientRule,
  listClientRules,
  removeClientRule,
  ruleVerdicts,
  setClientRule,
} from '../../flows/management/registration/client-rules.ts'
import { listSeenDocuments } from '../../flows/management/registration/seen-documents.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formField } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { ConnectingPage, type RuleRow, type VerdictName } from '../../pages/console/connecting.tsx'
import { ask } from '../../pages/question.tsx'
import { answerOr, askToConfirm, noticeAt, type RefusedForm } from '../acts.tsx'
import { problemText } from '../forms.ts'
import { paged, rowsFrom } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, managerOf, openConsole, openForm } from './request.ts'

const path = '/admin/connecting'

/** What operators decide about dynamic clients, and which of them were seen. */
export const connectingRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      const request = await openConsole(context, c, 'applications:read')
      requireConnecting(context)
      return show(request)
    })
    .post(path, async (c) => {
      const form = await openForm(context, c, 'applications:write')
      requireConnecting(context)
      return answerOr(change(form), (refused) => show(form, { form, refused }))
    })

/** Without such clients, there is nothing to decide. */
function requireConnecting({ deps }: PageContext): void {
  if (!acceptsDynamicClients(deps.config)) throw new HttpError(404, 'there is nothing here')
}

/** Each of the two lists goes on by a parameter of its own. */
const afterOf = (c: Context, name: string): string | null =>
  c.req.method === 'GET' ? formField(queryParams(c.req.raw), name).replaceAll('\0', '').slice(0, 600) || null : null

async function show(request: ConsoleRequest, typed?: { form: ConsoleForm; refused: RefusedForm }): Promise<Response> {
  const { deps, base, c, frame, may } = request
  const [afterRule, afterDocument] = [afterOf(c, 'after_rule'), afterOf(c, 'after_document')]
  const listed = await listClientRules(deps, managerOf(request), rowsFrom(afterRule))
  const seen = await listSeenDocuments(deps, managerOf(request), rowsFrom(afterDocument))
  const address = `${base}${path}`
  const rules = paged(listed, { query: '', after: afterRule }, address, ({ pattern }) => pattern, {
    parameter: 'after_rule',
  })
  const { dynamicClients } = deps.config
  const value = typed?.form.value ?? (() => '')
  return page(
    <ConnectingPage
      frame={frame}
      mode={dynamicClients.mode === 'off' ? null : dynamicClients.mode}
      rules={{ ...rules, rows: [...(afterRule ? [] : dynamicClients.listed.map(ofEnvironment)), ...rules.rows] }}
      documents={paged(seen, { query: '', after: afterDocument }, address, ({ url }) => url, {
        parameter: 'after_document',
      })}
      mayChange={may('applications:write')}
      typed={{ pattern: value('pattern'), verdict: value('verdict'), note: value('note') }}
      problems={typed ? { [typed.refused.field ?? 'pattern']: problemText(frame, typed.refused.problem) } : {}}
    />,
    { status: typed ? 422 : 200 },
  )
}

const ofEnvironment = (pattern: string): RuleRow => ({ pattern, verdict: 'listed', note: '', createdAt: null })

/** The decision that a form asks for: a button of a row, or the choice of the form. */
function wantedBy({ value }: ConsoleForm): VerdictName | null {
  const action = value('action')
  if (action === 'remove') return null
  const name = action === 'add' ? value('verdict') : action
  const verdict = ruleVerdicts.find((known) => known === name)
  if (!verdict) throw new OperationRefused('invalid', 'verdict', 'choose-one')
  return verdict
}

async function change(form: ConsoleForm): Promise<Response> {
  const { deps, base, frame, value } = form
  const verdict = wantedBy(form)
  const pattern = value('pattern')
  const note = value('note')
  if (value('confirm') !== 'yes') {
    // What would be refused is refused before the question.
    if (verdict) checkClientRule(pattern, note)
    const fields = { action: verdict ?? 'remove', pattern, note }
    return askToConfirm(form, questionOf(frame, verdict, pattern), fields, `${base}${path}`)
  }
  if (!verdict) await removeClientRule(deps, managerOf(form), pattern)
  const kept = verdict ? await setClientRule(deps, managerOf(form), pattern, { verdict, note }) : pattern
  const done = verdict === 'listed' ? 'client-trusted' : verdict ? 'client-blocked' : 'client-rule-removed'
  return seeOther(noticeAt(form, path, [done, kept]))
}

function questionOf({ words }: ConsoleRequest['frame'], verdict: VerdictName | null, pattern: string) {
  const texts = words.console.connecting
  if (verdict === 'listed') return ask(texts.trustTitle({ pattern }), texts.trustText, texts.trust)
  if (verdict === 'blocked') return ask(texts.blockTitle({ pattern }), texts.blockText, texts.block)
  return ask(texts.removeTitle({ pattern }), texts.removeText, texts.remove)
}
