/** The texts of pages that a theme may replace: how long each may be, and what it must name in braces. */
export const themeTexts = {
  sign_in_title: { limit: 160, placeholders: [] },
  sign_in_intro: { limit: 500, placeholders: [] },
  sign_up_title: { limit: 160, placeholders: [] },
  code_title: { limit: 160, placeholders: [] },
  code_intro: { limit: 500, placeholders: ['address', 'digits'] },
  terms_title: { limit: 160, placeholders: [] },
  terms_intro: { limit: 500, placeholders: ['name'] },
  profile_title: { limit: 160, placeholders: [] },
  profile_intro: { limit: 500, placeholders: [] },
  organization_title: { limit: 160, placeholders: [] },
  organization_intro: { limit: 500, placeholders: ['application'] },
  footer: { limit: 160, placeholders: [] },
} as const satisfies Record<string, { limit: number; placeholders: readonly string[] }>

export type ThemeTextKey = keyof typeof themeTexts
export const themeTextKeys = Object.keys(themeTexts) as ThemeTextKey[]

export const isTextKey = (key: string): key is ThemeTextKey => Object.hasOwn(themeTexts, key)

/** The names in braces of a text, sorted. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '').sort()
