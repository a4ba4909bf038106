import { accentOnly, defaultAccent, defaultRadius, shownColors, withColors } from '../../config/color.ts'
import type { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { stylesOf } from '../../flows/platform/themes/appearance.ts'
import { findSimilarNames } from '../../flows/themes/similar-names.ts'
import { isOfInstance } from '../../flows/themes/theme-access.ts'
import { inheritedAppearance, type ThemeView, viewTheme } from '../../flows/themes/theme-views.ts'
import { formField } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { ThemeEditorPage, type ThemeFields } from '../../pages/themes/editor.tsx'
import type { Words } from '../../words/index.ts'
import { imageUrl } from '../appearance.ts'
import { formStatus } from '../forms.ts'
import { type PageContext, termsUrl } from '../page-context.ts'
import type { ThemeRequest } from './place.ts'
import { languageChoices } from './texts.tsx'
import { fieldsOf } from './theme-fields.ts'
import { noticeOf, themeProblems } from './theme-notices.ts'

interface RefusedTheme {
  error: OperationRefused
  /** What was typed. */
  params?: Params
}

export async function showEditor(
  context: PageContext,
  request: ThemeRequest,
  refused?: RefusedTheme,
): Promise<Response> {
  const { deps } = context
  const { frame, address, actor, key, mayChange, PageLayout, c } = request
  const view = await viewTheme(deps, actor, key)
  const inherited = await inheritedFields(context, view)
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
      changed={changedInWords(frame.words, view)}
      values={{ ...fieldsOf(view.values, view.parts), ...typedFields(view, refused?.params) }}
      inherited={inherited.fields}
      inheritedColors={inherited.colors}
      problems={refused ? themeProblems(frame.words, refused.error) : {}}
      images={imagesOf(context, view)}
      logoUrl={view.logoUrl}
      mayWriteTexts={view.parts.includes('texts')}
      languages={languageChoices(context, frame.words.lang)}
      heldName={await heldNameOf(context, request, view)}
      versions={view.versions.map(({ version, publishedAt, publishedByKind, publishedBy }) => ({
        version: String(version),
        at: publishedAt,
        by: `${publishedByKind} ${publishedBy ?? ''}`.trim(),
        current: version === view.version,
      }))}
      notice={noticeOf(frame.words, c)}
    />,
    { frames: ["'self'"], ...formStatus(refused) },
  )
}

/** The names of the values in which a draft differs from what is published. */
export const changedInWords = ({ console: { themes } }: Words, { changed }: ThemeView): string[] =>
  changed.map((name) => themes[name])

/** What empty fields stand for. */
async function inheritedFields({ deps, base }: PageContext, view: ThemeView) {
  const look = await inheritedAppearance(deps, view)
  const colors = look.colors ?? accentOnly(deps.config.brand.color ?? defaultAccent)
  const { accent } = stylesOf(view.values)
  const shown = shownColors(withColors(colors, accent ? { accent } : {}))
  const fields: ThemeFields = {
    name: look.name,
    accent: colors.accent,
    accent_dark: shown.accentDark,
    paper: shown.paper,
    paper_dark: shown.paperDark,
    ground: shown.ground,
    ground_dark: shown.groundDark,
    radius: String(colors.radius ?? defaultRadius),
    help_url: look.helpUrl ?? '',
    privacy_url: look.privacyUrl ?? deps.config.privacyUrl ?? '',
    terms_url: look.termsUrl ?? termsUrl(deps, base) ?? '',
  }
  return { colors: { ...colors, radius: colors.radius ?? defaultRadius }, fields }
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
