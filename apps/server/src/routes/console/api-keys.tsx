import { Hono } from 'hono'
import { findKeyById, keyedResources, revokeKey } from '../../flows/api-keys/api-keys.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formField } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { ApiKeysPage } from '../../pages/console/api-keys.tsx'
import { noticeAt } from '../acts.tsx'
import { shownKey } from '../api-keys.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleRequest, openConsole, openForm } from './request.ts'

const path = '/admin/api-keys'

/** The API keys of everybody, one at a time: an operator has the id of one that leaked, and ends it. */
export const apiKeyRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showKey(await openConsole(context, c, 'people:read')))
    .post(`${path}/revoke`, async (c) => {
      const form = await openForm(context, c, 'people:write')
      const id = form.value('id')
      const { name } = await revokeKey(form.deps, { actor: form.actor, owner: {}, id })
      return seeOther(noticeAt(form, `${path}?${new URLSearchParams({ q: id })}`, ['api-key-revoked', name]))
    })

async function showKey({ deps, c, frame, may }: ConsoleRequest): Promise<Response> {
  if (keyedResources(deps).length === 0) throw new OperationRefused('not-found')
  const start = `${deps.config.apiKeyPrefix}_`
  const length = start.length + 12
  const query = formField(queryParams(c.req.raw), 'q').trim().slice(0, length)
  const id = query.startsWith(start) ? query.slice(start.length) : query
  const found = await findKeyById(deps, id)
  const rights = { mayRotate: false, mayRevoke: may('people:write') }
  return page(
    <ApiKeysPage
      frame={frame}
      query={query}
      length={length}
      found={found ? [shownKey(deps, found, { owner: found.owner, ...rights })] : []}
    />,
  )
}
