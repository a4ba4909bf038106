import { type Context, Hono } from 'hono'
import {
  Playground,
  type PlaygroundAct,
  type PlaygroundChoice,
  playgroundActs,
} from '../../flows/authorization/playground.ts'
import { organizationSettings, playgroundPaths } from '../../flows/platform/clients/playground-client.ts'
import { formField, formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { acrValuesSupported } from '../../oidc/acr.ts'
import { prompts } from '../../oidc/authorization-request.ts'
import type { Params } from '../../oidc/params.ts'
import { standardScopes } from '../../oidc/scopes.ts'
import { PlaygroundPage } from '../../pages/development/playground.tsx'
import { PlaygroundResultPage } from '../../pages/development/playground-result.tsx'
import type { PageContext } from '../page-context.ts'
import { developerOnly } from './developer-only.ts'

const offeredScopes = standardScopes.filter((name) => name !== 'openid' && name !== 'offline_access')

const firstChoice: PlaygroundChoice = {
  scope: offeredScopes,
  organizationSetting: 'required',
  prompt: '',
  maxAge: '',
  acr: '',
  organization: '',
  language: '',
}

/** A client of our own, with which a developer tries the sign-in and looks at the tokens. */
export function playgroundRoutes(context: PageContext): Hono {
  const { deps, base } = context
  const guard = developerOnly(deps.config)
  const playground = new Playground(deps)
  const choices = { prompts, acrs: acrValuesSupported, languages: deps.languages.tags, scopes: offeredScopes }
  const frame = (c: Context) => context.frame(c, null, ['en'])
  const form = (
    c: Context,
    choice: PlaygroundChoice,
    { problem, signedOut }: { problem?: string; signedOut?: boolean } = {},
  ) =>
    page(
      <PlaygroundPage frame={frame(c)} choices={choices} choice={choice} problem={problem} signedOut={signedOut} />,
      problem ? { status: 422 } : {},
    )
  return new Hono()
    .get('/dev/try', guard, (c) =>
      form(c, playground.find(queryParams(c.req.raw).get('again') ?? '')?.choice ?? firstChoice),
    )
    .post('/dev/try', guard, async (c) => {
      const choice = choiceOf(await formParams(c.req.raw), choices.languages)
      if (!/^\d{0,9}$/.test(choice.maxAge))
        return form(c, choice, { problem: 'Enter a whole number of seconds, or nothing' })
      return seeOther(`${base}/authorize?${playground.begin(choice)}`)
    })
    .get(playgroundPaths.callback, guard, async (c) => {
      const key = await playground.complete(queryParams(c.req.raw))
      return seeOther(key ? `${base}/dev/try/${key}` : `${base}/dev/try`)
    })
    .get(playgroundPaths.signedOut, guard, (c) => form(c, firstChoice, { signedOut: true }))
    .get('/dev/try/:key', guard, (c) => {
      const key = pathParameter(c, 'key')
      const result = playground.find(key)
      return result
        ? page(<PlaygroundResultPage frame={frame(c)} path={`${base}/dev/try`} id={key} result={result} />)
        : seeOther(`${base}/dev/try`)
    })
    .post('/dev/try/:key/sign-out', guard, (c) => {
      const query = playground.signOut(pathParameter(c, 'key'))
      return seeOther(query ? `${base}/logout?${query}` : `${base}/dev/try`)
    })
    .post('/dev/try/:key/:act', guard, async (c) => {
      const key = pathParameter(c, 'key')
      const act = pathParameter(c, 'act')
      if (!isAct(act)) throw new HttpError(404, 'there is nothing here')
      await playground.act(key, act)
      return seeOther(`${base}/dev/try/${encodeURIComponent(key)}`)
    })
}

const isAct = (text: string): text is PlaygroundAct => (playgroundActs as readonly string[]).includes(text)

function choiceOf(params: Params, languages: readonly string[]): PlaygroundChoice {
  const known = <T extends string>(name: string, values: readonly T[]): T | '' =>
    values.find((value) => value === formField(params, name)) ?? ''
  return {
    scope: offeredScopes.filter((name) => params.all('scope').includes(name)),
    organizationSetting: known('organization_setting', organizationSettings) || 'required',
    prompt: known('prompt', prompts),
    maxAge: formField(params, 'max_age').trim(),
    acr: known('acr', acrValuesSupported),
    language: known('language', languages),
    organization: formField(params, 'organization').trim(),
  }
}
