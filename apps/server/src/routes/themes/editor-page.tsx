import type { Context } from 'hono'
import { accentOnly, defaultAccent } from '../../config/color.ts'
import type { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { findSimilarNames } from '../../flows/themes/similar-names.ts'
import { isOfInstance } from '../../flows/themes/theme-access.ts'
import { draftLook, type ThemeView, viewTheme } from '../../flows/themes/theme-views.ts'
import { formField } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { ThemeEditorPage, type ThemeFields } from '../../pages/themes/editor.tsx'
import { themeSampleUrl } from '../../pages/themes/style-sheet.ts'
import type { Words } from '../../words/index.ts'
import { formStatus } from '../forms.ts'
import { imageUrl } from '../look.ts'
import type { PageContext } from '../page-context.ts'
import type { ThemeRequest } from './place.ts'
import { fieldsOf } from './theme-fields.ts'

interface RefusedTheme {
  error: OperationRefused
  /** What was typed. */
  params?: Params
}

/** The problem of a refused form beside its field, with the color that would have been accepted. */
export function themeProblems({ problems, console }: Words, { field, problem, hint }: OperationRefused) {
  const text = problem ? problems[problem] : ''
  const nearest =
    problem === 'unreadable-color' && hint ? console.themes.nearest({ color: hint.split('; ')[1] ?? '' }) : ''
  return { [field ?? '']: [text, nearest].filter(Boolean).join(' ') }
}

export async function showEditor(
  context: PageContext,
  request: ThemeRequest,
  refused?: RefusedTheme,
): Promise<Response> {
  const { deps } = context
  const { frame, address, actor, key, mayChange, PageLayout, c } = request
  const view = await viewTheme(deps, actor, key)
  const colors = (await draftLook(deps, view)).colors ?? accentOnly(deps.config.brand.color ?? defaultAccent)
  return page(
    <ThemeEditorPage
      frame={frame}
      address={address}
      PageLayout={PageLayout}
      ownerName={view.ownerName}
      mayChange={mayChange}
      revision={String(view.revision)}
      version={view.version}
      hasDraft={view.hasDraft}
      values={{ ...fieldsOf(view.values, view.parts), ...typedFields(view, refused?.params) }}
      problems={refused ? themeProblems(frame.words, refused.error) : {}}
      images={imagesOf(context, view)}
      mayWriteTexts={view.parts.includes('texts')}
      sampleUrl={`${context.base}${themeSampleUrl(colors)}`}
      accent={colors.accent}
      heldName={await heldNameOf(context, request, view)}
      versions={view.versions.map(({ version, publishedAt, publishedByKind, publishedBy }) => ({
        version: String(version),
        at: publishedAt,
        by: `${publishedByKind} ${publishedBy ?? ''}`.trim(),
        current: version === view.version,
      }))}
      notice={noticeOf(frame.words, c)}
    />,
    { script: true, ...formStatus(refused) },
  )
}

/** What was typed into the form that was refused. */
function typedFields({ parts, values }: ThemeView, params: Params | undefined): ThemeFields {
  if (!params) return {}
  const names = Object.keys(fieldsOf(values, parts))
  return Object.fromEntries(names.map((name) => [name, formField(params, name).slice(0, 500)]))
}

function imagesOf({ base }: PageContext, { values, parts }: ThemeView) {
  const url = (digest: string | undefined) => (digest ? imageUrl(base, digest) : null)
  return [
    ...(parts.includes('logo')
      ? [
          { name: 'logo' as const, url: url(values.logo?.digest) },
          { name: 'logo_dark' as const, url: url(values.logoDark?.digest) },
        ]
      : []),
    ...(parts.includes('icon') ? [{ name: 'icon' as const, url: url(values.icon?.digest) }] : []),
  ]
}

async function heldNameOf({ deps }: PageContext, { actor, key, mayChange }: ThemeRequest, { heldName }: ThemeView) {
  if (heldName === null) return null
  const mayDecide = mayChange && isOfInstance(actor)
  const similar = mayDecide ? await findSimilarNames(deps, key.id, heldName) : []
  return { name: heldName, mayDecide, similar: similar.join(', ') }
}

/** What the last act did, in words. */
export function noticeOf({ console }: Words, c: Context): string | null {
  const { said } = console.themes
  const done = c.req.method === 'GET' ? (queryParams(c.req.raw).get('done') ?? '') : ''
  const notices: ReadonlyMap<string, string> = new Map([
    ['saved', said.saved],
    ['discarded', said.discarded],
    ['published', said.published],
    ['restored', said.restored],
    ['image', said.image],
    ['imageRemoved', said.imageRemoved],
    ['allowed', said.allowed],
    ['declined', said.declined],
  ])
  return notices.get(done) ?? null
}
