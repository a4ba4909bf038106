import { Hono } from 'hono'
import { listSigningKeys, rotateSigningKeys } from '../../flows/management/server/key-rotation.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { page, seeOther } from '../../http/responses.ts'
import { KeysPage } from '../../pages/console/keys.tsx'
import { ask } from '../../pages/question.tsx'
import { answerOr, askToConfirm } from '../acts.tsx'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from './request.ts'

const path = '/admin/keys'

export const keyRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showKeys(await openConsole(context, c, 'keys:read')))
    .post(path, async (c) => {
      const form = await openForm(context, c, 'keys:write')
      return answerOr(rotate(form), ({ problem }) => showKeys(form, problem))
    })

async function rotate(form: ConsoleForm): Promise<Response> {
  const { deps, base, actor, frame, value } = form
  const force = value('force') === 'yes'
  const words = frame.words.console.keys
  if (value('confirm') !== 'yes') {
    const question = ask(words.askRotate, force ? words.forcedText : words.rotateText, words.rotate)
    return askToConfirm(form, question, { force: force ? 'yes' : '' }, `${base}${path}`)
  }
  const kids = await rotateSigningKeys(deps, actor, force)
  return seeOther(`${base}${path}?done=rotated&count=${kids.length}`)
}

function showKeys({ deps, c, frame, may }: ConsoleRequest, problem?: Problem) {
  const { done, count } = noticeOf(c)
  return page(
    <KeysPage
      frame={frame}
      notice={done === 'rotated' && !problem ? frame.words.console.keys.rotated({ count }) : ''}
      keys={listSigningKeys(deps)}
      mayRotate={may('keys:write')}
      problem={problemText(frame, problem)}
    />,
    formStatus(problem),
  )
}
