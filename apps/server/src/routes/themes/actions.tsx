import type { Deps } from '../../flows/platform/deps.ts'
import { discardThemeDraft, removeLogoUrl } from '../../flows/themes/theme-drafts.ts'
import { decideThemeName, publishTheme, restoreThemeVersion } from '../../flows/themes/theme-publishing.ts'
import { type ThemeView, viewTheme } from '../../flows/themes/theme-views.ts'
import { formField } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { ask, type Question, QuestionPage } from '../../pages/question.tsx'
import type { Words } from '../../words/index.ts'
import type { PageContext } from '../page-context.ts'
import { changedInWords } from './editor-page.tsx'
import type { ThemeRequest } from './place.ts'
import { revisionOf } from './theme-fields.ts'

interface ThemeAction {
  /** What is asked first. `field` reads the form. */
  question(words: Words, theme: ThemeView, field: (name: string) => string): Question
  run(deps: Deps, request: ThemeRequest, field: (name: string) => string): Promise<unknown>
  /** The sentence that follows (words.console.themes.said). */
  said: keyof Words['console']['themes']['said']
}

/** What can be done with a theme besides editing its draft, by the value of `action`. */
const actions: ReadonlyMap<string, ThemeAction> = new Map<string, ThemeAction>([
  [
    'publish',
    {
      question: (words, theme) => {
        const { publishTitle, changed, publishText, publish } = words.console.themes
        const values = changedInWords(words, theme).join(', ')
        const text = values ? `${publishText} ${changed({ values })}` : publishText
        return { ...ask(publishTitle({ owner: theme.ownerName }), text, publish), look: 'primary' }
      },
      run: (deps, { actor, key }, field) => publishTheme(deps, actor, key, revisionOf(field('revision'))),
      said: 'published',
    },
  ],
  [
    'discard',
    {
      question: ({ console: { themes } }, { ownerName }) =>
        ask(themes.discardTitle({ owner: ownerName }), themes.discardText, themes.discard),
      run: (deps, { actor, key }, field) => discardThemeDraft(deps, actor, key, revisionOf(field('revision'))),
      said: 'discarded',
    },
  ],
  [
    'restore',
    {
      question: ({ console: { themes } }, _, field) =>
        ask(themes.restoreTitle({ version: field('version') }), themes.restoreText, themes.restore),
      run: (deps, { actor, key }, field) =>
        restoreThemeVersion(deps, actor, key, revisionOf(field('version')), revisionOf(field('revision'))),
      said: 'restored',
    },
  ],
  [
    'allow',
    {
      question: ({ console: { themes } }, _, field) =>
        ask(themes.allowTitle({ name: field('name') }), themes.allowText, themes.allow),
      run: (deps, { actor, key }, field) => decideThemeName(deps, actor, key, { name: field('name'), allowed: true }),
      said: 'allowed',
    },
  ],
  [
    'decline',
    {
      question: ({ console: { themes } }, _, field) =>
        ask(themes.declineTitle({ name: field('name') }), themes.declineText, themes.decline),
      run: (deps, { actor, key }, field) => decideThemeName(deps, actor, key, { name: field('name'), allowed: false }),
      said: 'declined',
    },
  ],
  [
    'remove-logo-url',
    {
      question: ({ console: { themes }, me }, { logoUrl }) =>
        ask(themes.logoUrlTitle, themes.logoUrlText({ url: logoUrl ?? '' }), me.remove),
      run: (deps, { actor, key }) => removeLogoUrl(deps, actor, key),
      said: 'logoUrlRemoved',
    },
  ],
])

/** Asks first, and acts when the answer is in the form. */
export async function runThemeAction(context: PageContext, request: ThemeRequest, params: Params): Promise<Response> {
  const field = (name: string) => formField(params, name)
  const action = actions.get(field('action'))
  if (!action) throw new HttpError(400, 'the action is not known')
  if (field('confirm') !== 'yes') return askFirst(context, request, field('action'), field)
  await action.run(context.deps, request, field)
  return seeOther(`${request.address}?done=${action.said}`)
}

async function askFirst(
  { deps }: PageContext,
  { frame, address, actor, key, c, PageLayout }: ThemeRequest,
  action: string,
  field: (name: string) => string,
): Promise<Response> {
  // Whoever may not see the theme is refused here, before anything is asked.
  const theme = await viewTheme(deps, actor, key)
  const fields = ['revision', 'version', 'name'].map((name) => [name, field(name).slice(0, 200)] as const)
  const question = actions.get(action)?.question(frame.words, theme, field)
  if (!question) throw new HttpError(400, 'the action is not known')
  const sent = [['action', action] as const, ...fields.filter(([, value]) => value !== '')]
  return page(
    <QuestionPage
      frame={frame}
      PageLayout={PageLayout}
      question={question}
      action={c.req.path}
      fields={sent}
      back={address}
    />,
  )
}

/** Asks about the draft that was just saved. Without anything to publish, that is said instead. */
export async function askToPublish(context: PageContext, request: ThemeRequest): Promise<Response> {
  const { hasDraft, changed, revision } = await viewTheme(context.deps, request.actor, request.key)
  if (!hasDraft || changed.length === 0) return seeOther(`${request.address}?done=unchanged`)
  return askFirst(context, request, 'publish', (name) => (name === 'revision' ? String(revision) : ''))
}
