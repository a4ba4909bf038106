import { Hono } from 'hono'
import {
  type ApiKeyRecord,
  makeOwnKey,
  ownKey,
  ownKeyPlaces,
  ownKeys,
  revokeKey,
  rotateKey,
} from '../../flows/api-keys/api-keys.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { formParams } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { ApiKeyPage, ApiKeysPage } from '../../pages/account/api-keys.tsx'
import type { KeyValues } from '../../pages/api-keys.tsx'
import { keyedApis, keyRequestOf, keyValuesOf, newKeyValues, shownKey } from '../api-keys.ts'
import { formStatus, problemTexts } from '../forms.ts'
import { listPage, mapRows } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, accountFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/keys'

export const apiKeyRoutes = (context: PageContext) => {
  const { deps } = context
  return (
    new Hono()
      .get(path, async (c) => showKeys(await openAccount(context, c, path)))
      // A key is worth as much as a sign-in: it takes what changing the account takes.
      .post(path, async (c) => {
        const params = await formParams(c.req.raw)
        const request = await openAccount(context, c, path, 'account', params)
        const values = keyValuesOf(params)
        try {
          const given = { ...keyRequestOf(values), organizationId: values.organization || null }
          const { name, key } = await makeOwnKey(deps, request.signedIn, given, request.visitor)
          return await page(<ApiKeyPage frame={accountFrame(request)} name={name} secret={key} />)
        } catch (error) {
          if (!(error instanceof OperationRefused) || !error.field || !error.problem) throw error
          return showKeys(request, { values, problems: { [error.field]: error.problem } })
        }
      })
      .post(`${path}/rotate`, async (c) => {
        const form = await openAccountForm(context, c, path, 'account')
        const { name, key } = await rotateKey(deps, ownKey(form.signedIn, form.value('id'), form.visitor.network))
        return page(<ApiKeyPage frame={accountFrame(form)} name={name} secret={key} />)
      })
      .post(`${path}/revoke`, async (c) => {
        const form = await openAccountForm(context, c, path)
        const { name } = await revokeKey(deps, ownKey(form.signedIn, form.value('id'), form.visitor.network))
        return saved(form, ['api-key-revoked', name])
      })
  )
}

async function showKeys(
  request: AccountRequest,
  refused?: { values: KeyValues; problems: Record<string, Problem> },
): Promise<Response> {
  const { context, deps, c, signedIn } = request
  const frame = accountFrame(request)
  const places = await ownKeyPlaces(deps, signedIn)
  const names = new Map(places.map(({ organizationId, name }) => [organizationId, name]))
  const list = await listPage<ApiKeyRecord>(
    c,
    `${context.base}${path}`,
    ({ id }) => id,
    (range) => ownKeys(deps, signedIn, range),
  )
  const open = places.filter(({ mayMake }) => mayMake)
  const apis = keyedApis(deps, ({ organization }) => organization === 'none' || open.length > 0)
  const alone = apis.some(({ identifier }) => deps.resources.find(identifier)?.organization === 'none')
  return page(
    <ApiKeysPage
      frame={frame}
      keys={mapRows(list, (key) =>
        shownKey(deps, key, { owner: names.get(key.organizationId ?? '') ?? '', mayRotate: true, mayRevoke: true }),
      )}
      apis={apis}
      organizations={[
        ...open.map(({ organizationId, name }) => ({ value: organizationId, label: name })),
        ...(alone ? [{ value: '', label: frame.words.agents.noOrganization }] : []),
      ]}
      values={refused?.values ?? newKeyValues}
      problems={problemTexts(frame, refused?.problems)}
    />,
    formStatus(refused),
  )
}
