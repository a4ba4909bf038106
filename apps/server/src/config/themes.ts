/** What has a theme of its own, in the order of inheritance: the last that sets a value wins. */
export const themeScopes = ['instance', 'client', 'organization'] as const
export type ThemeScope = (typeof themeScopes)[number]

/** What a theme consists of, as THEMES lists it. */
export const themeParts = ['name', 'accent', 'colors', 'radius', 'logo', 'icon', 'links', 'texts'] as const
export type ThemePart = (typeof themeParts)[number]

/**
 * The parts that may be set for each scope; none if its themes are off. For an organization, these are the parts that its
 * owners may set: operators may set every part.
 */
export type ThemeSettings = Readonly<Record<ThemeScope, readonly ThemePart[]>>
