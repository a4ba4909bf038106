import type { EnvironmentReader } from './environment.ts'
import { type ThemePart, type ThemeScope, type ThemeSettings, themeParts, themeScopes } from './themes.ts'

const example = 'instance,client,organization:logo,accent'

/**
 * THEMES: scopes, each optionally with the parts that may be set. After `scope:part`, further parts belong to the same
 * scope, until the next scope.
 */
export function readThemes(reader: EnvironmentReader): ThemeSettings {
  const text = reader.text('THEMES') ?? example
  const settings: Record<ThemeScope, ThemePart[]> = { instance: [], client: [], organization: [] }
  if (text === 'off') return settings
  let scope: ThemeScope | null = null
  for (const item of text.split(',').map((word) => word.trim())) {
    const [first = '', part] = item.split(':')
    const named = themeScopes.find((name) => name === first)
    if (named) scope = named
    if (named && part === undefined) settings[named] = [...themeParts]
    const wanted = named ? part : item
    if (wanted === undefined) continue
    const known = themeParts.find((name) => name === wanted)
    if (scope && known) settings[scope] = [...new Set([...settings[scope], known])]
    else
      reader.fault(
        'THEMES',
        `contains "${item}"; it is off, or a list of ${themeScopes.join(', ')}, each with a colon and its first part (${themeParts.join(', ')})`,
        example,
      )
  }
  return settings
}
