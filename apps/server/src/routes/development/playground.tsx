import { Hono } from 'hono'
import { Playground } from '../../flows/authorization/playground.ts'
import { formField, formParams } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { acrValuesSupported } from '../../oidc/acr.ts'
import { standardScopes } from '../../oidc/scopes.ts'
import { PlaygroundPage, PlaygroundResultPage } from '../../pages/development/playground.tsx'
import { locales } from '../../pages/words/index.ts'
import type { PageContext } from '../page-context.ts'
import { developerOnly } from './developer-only.ts'

const prompts = ['login', 'select_account', 'create', 'consent', 'none']

/** A client of our own, with which a developer tries the sign-in and looks at the tokens. */
export function playgroundRoutes(context: PageContext): Hono {
  const { deps, base } = context
  const guard = developerOnly(deps.config)
  const playground = new Playground(deps)
  const choices = { prompts, acrs: acrValuesSupported, languages: locales, scopes: standardScopes }
  return new Hono()
    .get('/dev/try', guard, (c) => page(<PlaygroundPage frame={context.frame(c, null, ['en'])} choices={choices} />))
    .post('/dev/try', guard, async (c) => {
      const params = await formParams(c.req.raw)
      const known = (name: string, values: readonly string[]) => {
        const value = formField(params, name)
        return values.includes(value) ? value : ''
      }
      const query = playground.begin({
        scope: standardScopes.filter((name) => params.all('scope').includes(name)),
        prompt: known('prompt', prompts),
        acr: known('acr', acrValuesSupported),
        language: known('language', locales),
        organization: formField(params, 'organization').trim(),
      })
      return seeOther(`${base}/authorize?${query}`)
    })
    .get('/dev/try/callback', guard, async (c) => {
      const key = await playground.complete(queryParams(c.req.raw))
      return seeOther(key ? `${base}/dev/try/${key}` : `${base}/dev/try`)
    })
    .get('/dev/try/:key', guard, (c) => {
      const result = playground.find(pathParameter(c, 'key'))
      return result
        ? page(<PlaygroundResultPage frame={context.frame(c, null, ['en'])} result={result} />)
        : seeOther(`${base}/dev/try`)
    })
}
