import type { Deps } from '../../flows/platform/deps.ts'
import { discardThemeDraft } from '../../flows/themes/theme-drafts.ts'
import { decideThemeName, publishTheme, restoreThemeVersion } from '../../flows/themes/theme-publishing.ts'
import { viewTheme } from '../../flows/themes/theme-views.ts'
import { formField } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { type Question, QuestionPage } from '../../pages/question.tsx'
import type { Words } from '../../words/index.ts'
import type { PageContext } from '../page-context.ts'
import type { ThemeRequest } from './place.ts'
import { revisionOf } from './theme-fields.ts'

interface ThemeAction {
  /** What is asked first. `field` reads the form. */
  question(words: Words['console']['themes'], ownerName: string, field: (name: string) => string): Question
  run(deps: Deps, request: ThemeRequest, field: (name: string) => string): Promise<unknown>
  /** The sentence that follows (words.console.themes.said). */
  said: keyof Words['console']['themes']['said']
}

/** What can be done with a theme besides editing its draft, by the value of `action`. */
const actions: ReadonlyMap<string, ThemeAction> = new Map<string, ThemeAction>([
  [
    'publish',
    {
      question: (words, owner) => ({
        title: words.publishTitle({ owner }),
        text: words.publishText,
        button: words.publish,
      }),
      run: (deps, { actor, key }, field) => publishTheme(deps, actor, key, revisionOf(field('revision'))),
      said: 'published',
    },
  ],
  [
    'discard',
    {
      question: (words, owner) => ({
        title: words.discardTitle({ owner }),
        text: words.discardText,
        button: words.discard,
      }),
      run: (deps, { actor, key }, field) => discardThemeDraft(deps, actor, key, revisionOf(field('revision'))),
      said: 'discarded',
    },
  ],
  [
    'restore',
    {
      question: (words, _, field) => ({
        title: words.restoreTitle({ version: field('version') }),
        text: words.restoreText,
        button: words.restore,
      }),
      run: (deps, { actor, key }, field) =>
        restoreThemeVersion(deps, actor, key, revisionOf(field('version')), revisionOf(field('revision'))),
      said: 'restored',
    },
  ],
  [
    'allow',
    {
      question: (words, _, field) => ({
        title: words.allowTitle({ name: field('name') }),
        text: words.allowText,
        button: words.allow,
      }),
      run: (deps, { actor, key }, field) => decideThemeName(deps, actor, key, { name: field('name'), allowed: true }),
      said: 'allowed',
    },
  ],
  [
    'decline',
    {
      question: (words, _, field) => ({
        title: words.declineTitle({ name: field('name') }),
        text: words.declineText,
        button: words.decline,
      }),
      run: (deps, { actor, key }, field) => decideThemeName(deps, actor, key, { name: field('name'), allowed: false }),
      said: 'declined',
    },
  ],
])

/** Asks first, and acts when the answer is in the form. */
export async function runThemeAction(context: PageContext, request: ThemeRequest, params: Params): Promise<Response> {
  const { frame, address, actor, key, c, PageLayout } = request
  const field = (name: string) => formField(params, name)
  const action = actions.get(field('action'))
  if (!action) throw new HttpError(400, 'the action is not known')
  if (field('confirm') !== 'yes') {
    // Whoever may not see the theme is refused here, before anything is asked.
    const { ownerName } = await viewTheme(context.deps, actor, key)
    const fields = ['action', 'revision', 'version', 'name'].map((name) => [name, field(name).slice(0, 200)] as const)
    return page(
      <QuestionPage
        frame={frame}
        PageLayout={PageLayout}
        question={action.question(frame.words.console.themes, ownerName, field)}
        action={c.req.path}
        fields={fields.filter(([, value]) => value !== '')}
        back={address}
      />,
    )
  }
  await action.run(context.deps, request, field)
  return seeOther(`${address}?done=${action.said}`)
}
