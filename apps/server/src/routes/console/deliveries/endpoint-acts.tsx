import type { Context } from 'hono'
import {
  type Replayed,
  replayFailed,
  replayTo,
  testEndpoint,
} from '../../../flows/management/deliveries/webhook-deliveries.ts'
import {
  changeEndpoint,
  getEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../../flows/management/deliveries/webhook-endpoints.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { EndpointSecretPage } from '../../../pages/console/deliveries/endpoints.tsx'
import type { ConsoleFrame } from '../../../pages/console/layout.tsx'
import type { Question } from '../../../pages/question.tsx'
import type { PageContext } from '../../page-context.ts'
import { askToConfirm, type ConsoleRequest } from '../request.tsx'
import { actionsOf, valuesOf } from './endpoint-form.ts'

interface Act {
  context: PageContext
  request: ConsoleRequest
  params: Params
  id: string
  /** The page of the endpoint. */
  path: string
  /** When the endpoint that the form shows was changed last. */
  readAt: Date | undefined
}

/** What is asked before an act. Those that are not here are harmless, or only take back another one. */
const questions: Record<string, (frame: ConsoleFrame) => Question> = {
  rotate: ({
    words: {
      console: { webhooks },
    },
  }) => ({
    title: webhooks.rotateQuestion,
    text: webhooks.rotateText,
    button: webhooks.rotate,
  }),
  disable: ({
    words: {
      console: { webhooks },
    },
  }) => ({
    title: webhooks.disableQuestion,
    text: webhooks.disableText,
    button: webhooks.disable,
  }),
  delete: ({
    words: {
      console: { webhooks },
    },
  }) => ({
    title: webhooks.removeQuestion,
    text: webhooks.removeText,
    button: webhooks.remove,
  }),
  'replay-failed': ({
    words: {
      console: { webhooks },
    },
  }) => ({
    title: webhooks.replayQuestion,
    text: webhooks.replayWarning,
    button: webhooks.replayFailed,
  }),
  'replay-range': ({
    words: {
      console: { webhooks },
    },
  }) => ({
    title: webhooks.replayQuestion,
    text: webhooks.replayWarning,
    button: webhooks.replayRange,
  }),
}

const acts = new Map<string, (act: Act) => Promise<Response>>([
  ['save', save],
  ['enable', (act) => setDisabled(act, false)],
  ['disable', (act) => setDisabled(act, true)],
  ['rotate', rotate],
  ['delete', remove],
  ['test', test],
  ['replay-failed', sendFailedAgain],
  ['replay-range', sendRangeAgain],
])

/** Does what a button of the page asks for, after a question where it needs one. */
export async function actOnEndpoint(
  context: PageContext,
  c: Context,
  request: ConsoleRequest,
  params: Params,
): Promise<Response> {
  const id = pathParameter(c, 'endpoint')
  const action = formField(params, 'action')
  const run = acts.get(action)
  if (!run) throw new OperationRefused('not-found')
  const { stored } = await getEndpoint(context.deps, request.actor, id)
  const path = `${context.base}/admin/webhooks/${id}`
  const version = formField(params, 'version')
  const readAt = /^\d{1,15}$/.test(version) ? new Date(Number(version)) : undefined
  const act: Act = { context, request, params, id, path, readAt }
  if (action === 'replay-range') rangeOf(act)
  const question = questions[action]?.(request.frame)
  if (question && params.get('confirm') !== 'yes') {
    const fields = ['action', 'version', 'from', 'to'].map((name) => [name, formField(params, name)] as const)
    return askToConfirm(c, request.frame, { question, fields: fields.filter(([, value]) => value), back: path })
  }
  // The form was opened before someone else changed the endpoint.
  if (version && stored && version !== String(stored.updatedAt.getTime()))
    return seeOther(`${path}?done=changed-meanwhile`)
  return run(act)
}

async function save({ context, request, params, id, path, readAt }: Act): Promise<Response> {
  const values = valuesOf(params)
  const { name, url } = values
  await changeEndpoint(context.deps, request.actor, id, { name, url, actions: actionsOf(values) }, readAt)
  return seeOther(`${path}?done=saved`)
}

async function setDisabled({ context, request, id, path }: Act, disabled: boolean): Promise<Response> {
  await changeEndpoint(context.deps, request.actor, id, { disabled })
  return seeOther(`${path}?done=${disabled ? 'disabled' : 'enabled'}`)
}

/** The secret is in this answer alone. Sent again, the form is refused: its version is no longer that of the endpoint. */
async function rotate({ context: { deps }, request: { actor, frame }, id, readAt }: Act): Promise<Response> {
  if (!readAt) throw new OperationRefused('changed-meanwhile')
  const secret = await rotateEndpointSecret(deps, actor, id, readAt)
  const { name } = await getEndpoint(deps, actor, id)
  return page(<EndpointSecretPage frame={frame} endpoint={{ id, name }} secret={secret} rotated />)
}

async function remove({ context, request, id }: Act): Promise<Response> {
  await removeEndpoint(context.deps, request.actor, id)
  return seeOther(`${context.base}/admin/webhooks?done=removed`)
}

async function test({ context, request, id, path }: Act): Promise<Response> {
  const { eventId } = await testEndpoint(context.deps, request.actor, id)
  return seeOther(`${path}/${eventId}?done=tested`)
}

async function sendFailedAgain({ context, request, id, path }: Act): Promise<Response> {
  return answerReplay(path, { count: await replayFailed(context.deps, request.actor, id), next: null })
}

async function sendRangeAgain(act: Act): Promise<Response> {
  const { context, request, id, path } = act
  return answerReplay(path, await replayTo(context.deps, request.actor, id, rangeOf(act)))
}

const answerReplay = (path: string, { count, next }: Replayed): Response =>
  seeOther(next ? `${path}?done=more&count=${count}&next=${next}` : `${path}?done=replayed&count=${count}`)

/** The times of a form, in UTC: `datetime-local` has no zone. @throws OperationRefused for what is no time */
function rangeOf({ params }: Act): { from: Date; to: Date | null } {
  const timeOf = (name: string): Date | null => {
    const text = formField(params, name).trim()
    if (text === '') return null
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? new Date(`${text}Z`) : new Date(Number.NaN)
    if (Number.isNaN(time.getTime())) throw new OperationRefused('invalid', name, 'invalid-date')
    return time
  }
  const from = timeOf('from')
  if (!from) throw new OperationRefused('invalid', 'from', 'required')
  return { from, to: timeOf('to') }
}
