import { discardThemeDraft, removeLogoUrl } from '../../flows/themes/theme-drafts.ts'
import { decideThemeName, publishTheme, restoreThemeVersion } from '../../flows/themes/theme-publishing.ts'
import { type ThemeView, viewTheme } from '../../flows/themes/theme-views.ts'
import { formField } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { ask } from '../../pages/question.tsx'
import { type Act, actsOf, runAct } from '../acts.tsx'
import type { PageContext } from '../page-context.ts'
import { changedInWords } from './editor-page.tsx'
import type { ThemeRequest } from './place.ts'
import { revisionOf } from './theme-fields.ts'

interface ThemeForm extends ThemeRequest, Pick<PageContext, 'deps'> {
  theme: ThemeView
  value(name: string): string
}

/** An act after which the page says what it did. */
const changing = (
  done: string,
  question: Act<ThemeForm>['question'],
  change: (form: ThemeForm) => Promise<unknown>,
): Act<ThemeForm> => ({
  question,
  async run(form) {
    await change(form)
    return `${form.address}?done=${done}`
  },
})

const decide = ({ deps, actor, key, value }: ThemeForm, allowed: boolean) =>
  decideThemeName(deps, actor, key, { name: value('name'), allowed })

/** What can be done with a theme besides editing its draft. */
const themeActs = actsOf<ThemeForm>({
  publish: changing(
    'published',
    (words, { theme }) => {
      const { publishTitle, changed, publishText, publish } = words.console.themes
      const values = changedInWords(words, theme).join(', ')
      const text = values ? `${publishText} ${changed({ values })}` : publishText
      return { ...ask(publishTitle({ owner: theme.ownerName }), text, publish), look: 'primary' }
    },
    ({ deps, actor, key, value }) => publishTheme(deps, actor, key, revisionOf(value('revision'))),
  ),
  discard: changing(
    'discarded',
    ({ console: { themes } }, { theme }) =>
      ask(themes.discardTitle({ owner: theme.ownerName }), themes.discardText, themes.discard),
    ({ deps, actor, key, value }) => discardThemeDraft(deps, actor, key, revisionOf(value('revision'))),
  ),
  restore: changing(
    'restored',
    ({ console: { themes } }, { value }) =>
      ask(themes.restoreTitle({ version: value('version') }), themes.restoreText, themes.restore),
    ({ deps, actor, key, value }) =>
      restoreThemeVersion(deps, actor, key, revisionOf(value('version')), revisionOf(value('revision'))),
  ),
  allow: changing(
    'allowed',
    ({ console: { themes } }, { value }) =>
      ask(themes.allowTitle({ name: value('name') }), themes.allowText, themes.allow),
    (form) => decide(form, true),
  ),
  decline: changing(
    'declined',
    ({ console: { themes } }, { value }) =>
      ask(themes.declineTitle({ name: value('name') }), themes.declineText, themes.decline),
    (form) => decide(form, false),
  ),
  'remove-logo-url': changing(
    'logoUrlRemoved',
    ({ console: { themes }, me }, { theme }) =>
      ask(themes.logoUrlTitle, themes.logoUrlText({ url: theme.logoUrl ?? '' }), me.remove),
    ({ deps, actor, key }) => removeLogoUrl(deps, actor, key),
  ),
})

/** Asks first, and acts when the answer is in the form. Whoever may not see the theme is refused before that. */
async function runThemeAct({ deps }: PageContext, request: ThemeRequest, value: ThemeForm['value']): Promise<Response> {
  if (!themeActs.has(value('action'))) throw new HttpError(400, 'the action is not known')
  const theme = await viewTheme(deps, request.actor, request.key)
  return runAct(themeActs, { ...request, deps, theme, value }, request.address, ['revision', 'version', 'name'])
}

export const runThemeAction = (context: PageContext, request: ThemeRequest, params: Params): Promise<Response> =>
  runThemeAct(context, request, (name) => formField(params, name).slice(0, 200))

/** Asks about the draft that was just saved. Without anything to publish, that is said instead. */
export async function askToPublish(context: PageContext, request: ThemeRequest): Promise<Response> {
  const { hasDraft, changed, revision } = await viewTheme(context.deps, request.actor, request.key)
  if (!hasDraft || changed.length === 0) return seeOther(`${request.address}?done=unchanged`)
  const fields = new Map([
    ['action', 'publish'],
    ['revision', String(revision)],
  ])
  return runThemeAct(context, request, (name) => fields.get(name) ?? '')
}
