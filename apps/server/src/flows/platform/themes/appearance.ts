import { accentOnly, defaultAccent, type ThemeColors, withColors } from '../../../config/color.ts'
import type { Config } from '../../../config/settings.ts'
import type { ThemeImage } from './images.ts'
import { instanceTheme, type PublishedThemes } from './published-themes.ts'
import { colorNames, type ThemeTexts, type ThemeValues } from './values.ts'

/** What pages and mails look like: the themes that apply, one over the other. */
export interface Appearance {
  /** The name at the head of a page or mail. */
  name: string
  /** The name of those who run the server, which no client or organization changes. */
  instanceName: string
  /** Null where no theme sets a color or the radius: the style sheet has BRAND_COLOR already. */
  colors: ThemeColors | null
  logo: ThemeImage | null
  logoDark: ThemeImage | null
  icon: ThemeImage | null
  /** BRAND_LOGO_URL, where no theme has a logo. */
  logoUrl: string | null
  /** The owner of the logo, where that is not the owner of the name at the head: the name is then left out. */
  logoOf: string | null
  helpUrl: string | null
  privacyUrl: string | null
  termsUrl: string | null
  texts: ThemeTexts
}

/** A theme that applies, and the name of the client or organization that it belongs to. */
export interface AppliedTheme {
  values: ThemeValues
  owner: string | null
}

/** Themes one over the other: the instance's first, then the client's, then the organization's. */
export function appearanceOf({ brand }: Pick<Config, 'brand'>, themes: readonly AppliedTheme[]): Appearance {
  const last = <Name extends keyof ThemeValues>(name: Name) =>
    themes.findLast(({ values }) => values[name] !== undefined)?.values[name] ?? null
  const withLogo = themes.findLastIndex(({ values }) => values.logo !== undefined)
  const withName = themes.findLastIndex(({ values }) => values.name !== undefined)
  return {
    name: last('name') ?? brand.name,
    instanceName: themes[0]?.values.name ?? brand.name,
    colors: colorsOf(brand, themes),
    logo: last('logo'),
    // A dark logo belongs to the light one of the same theme.
    logoDark: themes[withLogo]?.values.logoDark ?? null,
    icon: last('icon'),
    logoUrl: withLogo === -1 ? brand.logoUrl : null,
    logoOf: withLogo > Math.max(withName, 0) ? (themes[withLogo]?.owner ?? null) : null,
    helpUrl: last('helpUrl'),
    privacyUrl: last('privacyUrl'),
    termsUrl: last('termsUrl'),
    texts: textsOf(themes),
  }
}

function colorsOf({ color }: Config['brand'], themes: readonly AppliedTheme[]): ThemeColors | null {
  const set = themes.map(({ values }) => stylesOf(values))
  if (set.every((styles) => Object.keys(styles).length === 0)) return null
  return set.reduce<ThemeColors>(withColors, accentOnly(color ?? defaultAccent))
}

/** The colors and the radius that a theme sets. */
export const stylesOf = (values: ThemeValues): Partial<ThemeColors> =>
  Object.fromEntries(
    ([...colorNames, 'radius'] as const)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, values[name]]),
  )

function textsOf(themes: readonly AppliedTheme[]): ThemeTexts {
  const texts: ThemeTexts = {}
  for (const { values } of themes)
    for (const [language, byKey] of Object.entries(values.texts ?? {}))
      texts[language] = { ...texts[language], ...byKey }
  return texts
}

/** Whose request a page or mail belongs to. */
export interface AppearanceSubject {
  client?: { id: string; name: string } | null
  /** Known to be meant: named by the request or an invitation, or chosen. */
  organization?: { id: string; name: string } | null
}

interface AppearanceDeps {
  config: Pick<Config, 'brand'>
  themes: PublishedThemes
}

/** The look from what is held in memory. */
export function appearanceInMemory(
  { config, themes }: AppearanceDeps,
  { client, organization }: AppearanceSubject = {},
): Appearance {
  const applied: AppliedTheme[] = [{ values: themes.held(instanceTheme), owner: null }]
  if (client?.id) applied.push({ values: themes.held({ scope: 'client', id: client.id }), owner: client.name })
  if (organization)
    applied.push({ values: themes.held({ scope: 'organization', id: organization.id }), owner: organization.name })
  return appearanceOf(config, applied)
}

/** The same, after reading what is older than some seconds. */
export async function loadAppearance(deps: AppearanceDeps, subject: AppearanceSubject = {}): Promise<Appearance> {
  const { client, organization } = subject
  await Promise.all([
    deps.themes.load(instanceTheme),
    client?.id ? deps.themes.load({ scope: 'client', id: client.id }) : null,
    organization ? deps.themes.load({ scope: 'organization', id: organization.id }) : null,
  ])
  return appearanceInMemory(deps, subject)
}
