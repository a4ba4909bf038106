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
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { EndpointSecretPage } from '../../../pages/console/deliveries/endpoints.tsx'
import { ask } from '../../../pages/question.tsx'
import { actsOf, runAct } from '../../acts.tsx'
import type { ConsoleForm } from '../request.ts'
import { actionsOf, valuesOf } from './endpoint-form.ts'

interface EndpointForm extends ConsoleForm {
  id: string
  /** The page of the endpoint. */
  path: string
  /** When the endpoint that the form shows was changed last. */
  readAt: Date | undefined
}

/** What can be done with an endpoint. */
const acts = actsOf<EndpointForm>({
  save: { run: save },
  enable: { run: (form) => setDisabled(form, false) },
  disable: {
    question: ({ console: { webhooks } }) => ask(webhooks.disableQuestion, webhooks.disableText, webhooks.disable),
    run: (form) => setDisabled(form, true),
  },
  rotate: {
    question: ({ console: { webhooks } }) => ask(webhooks.rotateQuestion, webhooks.rotateText, webhooks.rotate),
    run: rotate,
  },
  delete: {
    question: ({ console: { webhooks } }) => ask(webhooks.removeQuestion, webhooks.removeText, webhooks.remove),
    async run({ deps, base, actor, id }) {
      await removeEndpoint(deps, actor, id)
      return `${base}/admin/webhooks?done=removed`
    },
  },
  test: {
    run: async ({ deps, actor, id, path }) => `${path}/${(await testEndpoint(deps, actor, id)).eventId}?done=tested`,
  },
  'replay-failed': {
    question: ({ console: { webhooks } }) =>
      ask(webhooks.replayQuestion, webhooks.replayWarning, webhooks.replayFailed),
    run: async ({ deps, actor, id, path }) =>
      afterReplay(path, { count: await replayFailed(deps, actor, id), next: null }),
  },
  'replay-range': {
    question: ({ console: { webhooks } }, form) => {
      // A wrong range is refused before the question.
      rangeOf(form)
      return ask(webhooks.replayQuestion, webhooks.replayWarning, webhooks.replayRange)
    },
    run: async (form) => afterReplay(form.path, await replayTo(form.deps, form.actor, form.id, rangeOf(form))),
  },
})

/** Does what a button of the page asks for, after a question where it needs one. */
export async function actOnEndpoint(form: ConsoleForm): Promise<Response> {
  const { deps, base, c, actor, value } = form
  const id = pathParameter(c, 'endpoint')
  const { stored } = await getEndpoint(deps, actor, id)
  const path = `${base}/admin/webhooks/${id}`
  const version = value('version')
  // The form was opened before someone else changed the endpoint.
  if (version && stored && version !== String(stored.updatedAt.getTime()))
    return seeOther(`${path}?done=changed-meanwhile`)
  const readAt = /^\d{1,15}$/.test(version) ? new Date(Number(version)) : undefined
  return runAct(acts, { ...form, id, path, readAt }, path, ['version', 'from', 'to'])
}

async function save({ deps, actor, params, id, path, readAt }: EndpointForm): Promise<string> {
  const { name, url, actions } = valuesOf(params)
  await changeEndpoint(deps, actor, id, { name, url, actions: actionsOf(actions) }, readAt)
  return `${path}?done=saved`
}

async function setDisabled({ deps, actor, id, path }: EndpointForm, disabled: boolean): Promise<string> {
  await changeEndpoint(deps, actor, id, { disabled })
  return `${path}?done=${disabled ? 'disabled' : 'enabled'}`
}

/** The secret is in this answer alone. Sent again, the form is refused: its version is no longer that of the endpoint. */
async function rotate({ deps, actor, frame, id, readAt }: EndpointForm): Promise<Response> {
  if (!readAt) throw new OperationRefused('changed-meanwhile')
  const secret = await rotateEndpointSecret(deps, actor, id, readAt)
  const { name } = await getEndpoint(deps, actor, id)
  return page(<EndpointSecretPage frame={frame} endpoint={{ id, name }} secret={secret} rotated />)
}

const afterReplay = (path: string, { count, next }: Replayed): string =>
  next ? `${path}?done=more&count=${count}&next=${next}` : `${path}?done=replayed&count=${count}`

/** The times of a form, in UTC: `datetime-local` has no zone. @throws OperationRefused for what is no time */
function rangeOf({ value }: ConsoleForm): { from: Date; to: Date | null } {
  const timeOf = (name: string): Date | null => {
    const text = value(name).trim()
    if (text === '') return null
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? new Date(`${text}Z`) : new Date(Number.NaN)
    if (Number.isNaN(time.getTime())) throw new OperationRefused('invalid', name, 'invalid-date')
    return time
  }
  const from = timeOf('from')
  if (!from) throw new OperationRefused('invalid', 'from', 'required')
  return { from, to: timeOf('to') }
}
