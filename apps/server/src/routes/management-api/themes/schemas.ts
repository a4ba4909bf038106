import * as z from 'zod'
import { themeScopes } from '../../../config/themes.ts'
import type { ThemeImage } from '../../../flows/platform/themes/images.ts'
import { type ThemeTextKey, themeTextKeys } from '../../../flows/platform/themes/texts.ts'
import type { ThemeValues } from '../../../flows/platform/themes/values.ts'
import type { ThemeView } from '../../../flows/themes/theme-views.ts'
import { at, id } from '../fields.ts'

const byTextKey = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(themeTextKeys.map((name) => [name, schema])) as Record<ThemeTextKey, Schema>

const color = z.string().max(20).describe('`#rrggbb`.')
const link = z.string().max(1000).describe('https; of an organization, under a domain that it has proven by DNS.')

const newColor = color.nullable().optional()
const newLink = link.nullable().optional()

/** What a call sets; null inherits a value again. */
export const newValues = z
  .strictObject({
    name: z.string().max(500).nullable().optional().describe('The product name, at most 40 characters.'),
    accent: newColor,
    accent_dark: newColor,
    paper: newColor,
    paper_dark: newColor,
    ground: newColor,
    ground_dark: newColor,
    radius: z.int().nullable().optional().describe('Of corners, 0 to 16 pixels.'),
    help_url: newLink,
    privacy_url: newLink,
    terms_url: newLink,
  })
  .meta({ id: 'ThemeValuesChange' })

export const newTexts = z
  .strictObject(byTextKey(z.string().max(2000).optional()))
  .describe('What is absent or empty is inherited.')
  .meta({ id: 'NewThemeTexts' })

const image = z
  .object({ url: z.string(), type: z.string(), width: z.number().int(), height: z.number().int() })
  .nullable()

const values = z
  .object({
    name: z.string().nullable(),
    accent: color.nullable(),
    accent_dark: color.nullable(),
    paper: color.nullable(),
    paper_dark: color.nullable(),
    ground: color.nullable(),
    ground_dark: color.nullable(),
    radius: z.number().int().nullable(),
    logo: image,
    logo_dark: image,
    icon: image,
    help_url: link.nullable(),
    privacy_url: link.nullable(),
    terms_url: link.nullable(),
    texts: z.record(z.string(), z.object(byTextKey(z.string().optional()))).describe('By language.'),
  })
  .describe('null where a value is inherited.')

export const theme = z
  .object({
    scope: z.enum(themeScopes),
    id: id.describe('Of the client or organization; `default` for the instance.'),
    owner_name: z.string(),
    version: z.number().int().describe('Of what is published; 0 if nothing is.'),
    revision: z.number().int().describe('Counts every change.'),
    has_draft: z.boolean(),
    held_name: z.string().nullable().describe('A product name that an operator has to allow first.'),
    draft: values.describe('Without a draft, what is published.'),
    published: values,
    versions: z
      .array(z.object({ version: z.number().int(), published_at: at }))
      .describe('The last ten, the newest first.'),
  })
  .meta({ id: 'Theme' })

export const summary = z
  .object({
    scope: z.enum(themeScopes),
    id,
    owner_name: z.string(),
    version: z.number().int(),
    has_draft: z.boolean(),
    held_name: z.string().nullable(),
  })
  .meta({ id: 'ThemeSummary' })

export const toTheme = (view: ThemeView, issuer: string): z.input<typeof theme> => ({
  scope: view.key.scope,
  id: view.key.id || 'default',
  owner_name: view.ownerName,
  version: view.version,
  revision: view.revision,
  has_draft: view.hasDraft,
  held_name: view.heldName,
  draft: toValues(view.values, issuer),
  published: toValues(view.published, issuer),
  versions: view.versions.map(({ version, publishedAt }) => ({ version, published_at: publishedAt.toISOString() })),
})

function toValues(stored: ThemeValues, issuer: string): z.input<typeof values> {
  const toImage = (found: ThemeImage | undefined) =>
    found
      ? { url: `${issuer}/assets/brand/${found.digest}`, type: found.mime, width: found.width, height: found.height }
      : null
  return {
    name: stored.name ?? null,
    accent: stored.accent ?? null,
    accent_dark: stored.accentDark ?? null,
    paper: stored.paper ?? null,
    paper_dark: stored.paperDark ?? null,
    ground: stored.ground ?? null,
    ground_dark: stored.groundDark ?? null,
    radius: stored.radius ?? null,
    logo: toImage(stored.logo),
    logo_dark: toImage(stored.logoDark),
    icon: toImage(stored.icon),
    help_url: stored.helpUrl ?? null,
    privacy_url: stored.privacyUrl ?? null,
    terms_url: stored.termsUrl ?? null,
    texts: stored.texts ?? {},
  }
}
