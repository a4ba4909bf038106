import { Hono } from 'hono'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { themeTextKeys, themeTexts } from '../../flows/platform/themes/texts.ts'
import { saveThemeTexts } from '../../flows/themes/theme-drafts.ts'
import { viewTheme } from '../../flows/themes/theme-views.ts'
import { formField, formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import type { Choice } from '../../pages/fields.tsx'
import { ThemeTextsPage } from '../../pages/themes/texts.tsx'
import type { Languages } from '../../words/languages.ts'
import { formStatus } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import type { ThemePlace, ThemeRequest } from './place.ts'
import { revisionOf } from './theme-fields.ts'
import { noticeOf, themeProblems } from './theme-notices.ts'

/** The texts of a theme, one language at a time. */
export const textRoutes = (context: PageContext, place: ThemePlace) =>
  new Hono()
    .get(`${place.path}/texts`, async (c) => {
      const request = await place.open(c)
      const language = queryParams(c.req.raw).get('language') ?? request.frame.words.lang
      return showTexts(context, request, language)
    })
    .post(`${place.path}/texts`, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await place.open(c, params)
      const { actor, key, address } = request
      const language = knownLanguage(context.deps.languages, formField(params, 'language'))
      const texts = Object.fromEntries(themeTextKeys.map((name) => [name, formField(params, name)]))
      const revision = revisionOf(formField(params, 'revision'))
      try {
        await saveThemeTexts(context.deps, actor, key, { language, input: texts }, revision)
      } catch (error) {
        if (!(error instanceof OperationRefused && error.problem)) throw error
        return showTexts(context, request, language, { error, params })
      }
      return seeOther(`${address}/texts?language=${language}&done=saved`)
    })

/** Our languages by their code, named in another. */
export function languageChoices({ deps }: PageContext, lang: string): Choice[] {
  const names = new Intl.DisplayNames(lang, { type: 'language' })
  return deps.languages.tags.map((value) => ({ value, label: names.of(value) ?? value }))
}

/** A language of ours. @throws HttpError */
function knownLanguage(languages: Languages, tag: string): string {
  const language = languages.find(tag)
  if (language === null) throw new HttpError(400, 'the language is not one of ours')
  return language
}

async function showTexts(
  context: PageContext,
  request: ThemeRequest,
  given: string,
  refused?: { error: OperationRefused; params: Params },
): Promise<Response> {
  const { frame, address, actor, key, mayChange, PageLayout, c } = request
  const { languages } = context.deps
  const language = knownLanguage(languages, given)
  const { ownerName, revision, values, parts } = await viewTheme(context.deps, actor, key)
  if (!parts.includes('texts')) throw new OperationRefused('not-found')
  const stored = values.texts?.[language] ?? {}
  return page(
    <ThemeTextsPage
      frame={frame}
      address={address}
      PageLayout={PageLayout}
      ownerName={ownerName}
      mayChange={mayChange}
      revision={String(revision)}
      language={language}
      languages={languageChoices(context, frame.words.lang)}
      texts={themeTextKeys.map((name) => ({
        key: name,
        value: refused ? formField(refused.params, name) : (stored[name] ?? ''),
        limit: themeTexts[name].limit,
      }))}
      defaults={languages.wordsFor([language])}
      problems={refused ? themeProblems(frame.words, refused.error) : {}}
      notice={noticeOf(frame.words, c)}
    />,
    formStatus(refused),
  )
}
