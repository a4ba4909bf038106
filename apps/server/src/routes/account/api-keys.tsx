import { Hono } from 'hono'
import {
  type ApiKeyRecord,
  getKey,
  makeOwnKey,
  ownKey,
  ownKeyPlaces,
  ownKeys,
  revokeKey,
  rotateKey,
} from '../../flows/api-keys/api-keys.ts'
import { findOffered } from '../../flows/api-keys/key-scope.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { ApiKeyPage, ApiKeysPage } from '../../pages/account/api-keys.tsx'
import type { KeyValues } from '../../pages/api-keys.tsx'
import { keyedApis, keyRequestOf, keyValuesOf, newKeyValues, shownKey } from '../api-keys.ts'
import { formStatus, problemTexts } from '../forms.ts'
import { listPage, mapRows } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { redirectToSignIn } from '../signed-in.ts'
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
          const make = () => makeOwnKey(deps, request.signedIn, given, request.visitor)
          const { name, key } = await orSignInAsRequired(request, params, values.organization, make)
          return await page(<ApiKeyPage frame={accountFrame(request)} name={name} secret={key} />)
        } catch (error) {
          if (!(error instanceof OperationRefused) || !error.field || !error.problem) throw error
          return showKeys(request, { values, problems: { [error.field]: error.problem } })
        }
      })
      .post(`${path}/rotate`, async (c) => {
        const params = await formParams(c.req.raw)
        const form = await openAccount(context, c, path, 'account', params)
        const change = ownKey(form.signedIn, formField(params, 'id'), form.visitor.network)
        const { organizationId } = await getKey(deps, change)
        const rotate = () => rotateKey(deps, change, { session: form.signedIn.session, visitor: form.visitor })
        const { name, key } = await orSignInAsRequired(form, params, organizationId ?? '', rotate)
        return page(<ApiKeyPage frame={accountFrame(form)} name={name} secret={key} />)
      })
      .post(`${path}/revoke`, async (c) => {
        const form = await openAccountForm(context, c, path)
        const { name } = await revokeKey(deps, ownKey(form.signedIn, form.value('id'), form.visitor.network))
        return saved(form, ['api-key-revoked', name])
      })
  )
}

/** Where the organization of a key wants a passkey or its own sign-in, its person signs in that way first. */
async function orSignInAsRequired<T>(
  { context, c, signedIn }: AccountRequest,
  form: Params,
  organization: string,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    const again = { back: path, signedIn, form }
    if (error.problem === 'passkey-needed') return redirectToSignIn(context, c, { ...again, acr: 'phr' })
    if (error.problem === 'company-sign-in' && organization)
      return redirectToSignIn(context, c, { ...again, organization })
    throw error
  }
}

async function showKeys(
  request: AccountRequest,
  refused?: { values: KeyValues; problems: Record<string, Problem> },
): Promise<Response> {
  const { context, deps, c, signedIn } = request
  const frame = accountFrame(request)
  const places = await ownKeyPlaces(deps, signedIn)
  const open = places.filter(({ mayMake }) => mayMake)
  const names = new Map(places.map(({ organizationId, name }) => [organizationId, name]))
  const list = await listPage<ApiKeyRecord>(
    c,
    `${context.base}${path}`,
    ({ id }) => id,
    (range) => ownKeys(deps, signedIn, range),
  )
  const isOffered = await findOffered(
    deps,
    signedIn.person.id,
    open.map(({ organizationId }) => organizationId),
  )
  const apis = keyedApis(deps, ({ organization }) => organization === 'none' || open.length > 0, isOffered)
  const alone = apis.some(({ identifier }) => deps.resources.find(identifier)?.organization === 'none')
  return page(
    <ApiKeysPage
      frame={frame}
      keys={mapRows(list, (key) =>
        shownKey(deps, key, {
          owner: names.get(key.organizationId ?? '') ?? '',
          mayRotate:
            key.organizationId === null || open.some(({ organizationId }) => organizationId === key.organizationId),
          mayRevoke: true,
        }),
      )}
      apis={apis}
      mayHaveNoEnd={deps.config.apiKeysNeverExpire}
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
