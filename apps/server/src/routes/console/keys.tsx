import { type Context, Hono } from 'hono'
import { mayOperate } from '../../flows/management/operator-permissions.ts'
import { listSigningKeys, rotateSigningKeys } from '../../flows/management/server/key-rotation.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import { KeysPage } from '../../pages/console/keys.tsx'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { askToConfirm, type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from './request.tsx'

const path = '/admin/keys'

export const keyRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showKeys(context, c, await openConsole(context, c, 'keys:read')))
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openConsoleToAct(context, c, 'keys:write')
      const force = formField(params, 'force') === 'yes'
      if (params.get('confirm') !== 'yes') return askToRotate(context, c, request, force)
      return rotate(context, c, request, force)
    })

async function rotate(context: PageContext, c: Context, request: ConsoleRequest, force: boolean): Promise<Response> {
  try {
    const kids = await rotateSigningKeys(context.deps, request.actor, force)
    return seeOther(`${context.base}${path}?done=rotated&count=${kids.length}`)
  } catch (error) {
    if (error instanceof OperationRefused && error.problem) return showKeys(context, c, request, error.problem)
    throw error
  }
}

function askToRotate({ base }: PageContext, c: Context, { frame }: ConsoleRequest, force: boolean): Promise<Response> {
  const words = frame.words.console.keys
  return askToConfirm(c, frame, {
    question: {
      title: words.askRotate,
      text: force ? words.forcedText : words.rotateText,
      button: words.rotate,
    },
    fields: force ? [['force', 'yes']] : [],
    back: `${base}${path}`,
  })
}

function showKeys({ deps }: PageContext, c: Context, { frame, role }: ConsoleRequest, problem?: Problem) {
  const { done, count } = noticeOf(c)
  return page(
    <KeysPage
      frame={frame}
      notice={done === 'rotated' && !problem ? frame.words.console.keys.rotated({ count }) : ''}
      keys={listSigningKeys(deps)}
      mayRotate={mayOperate(role, 'keys:write')}
      problem={problemText(frame, problem)}
    />,
    formStatus(problem),
  )
}
