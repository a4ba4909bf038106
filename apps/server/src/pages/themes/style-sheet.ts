import type { ThemeColors } from '../../config/color.ts'
import { digest } from '../../crypto/random.ts'
import { propertiesOf } from './properties.ts'

/**
 * The custom properties that the style sheet expects. They are computed, so text on the accent and edges can always be
 * seen. `data-scheme` is what a preview demands of a page; other pages follow the browser.
 */
export function themeSheet(colors: ThemeColors): string {
  const { light, dark } = propertiesOf(colors)
  return (
    `:root{${light}}@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${dark}}}` +
    `:root[data-scheme=dark]{${dark}}`
  )
}

const parts = ['accent', 'accentDark', 'paper', 'paperDark', 'ground', 'groundDark'] as const

/** The name of the style sheet of a theme: its numbers, so every replica can write it and no name leads to a file. */
const themeSheetName = (colors: ThemeColors): string =>
  `${[...parts.map((part) => colors[part]?.slice(1).toLowerCase() ?? 'x'), colors.radius ?? 'x'].join('-')}.css`

/** Below the issuer. The query changes with the sheet, which another version of the server may write differently. */
export const themeSheetUrl = (colors: ThemeColors): string =>
  `/assets/theme/${themeSheetName(colors)}?v=${digest(themeSheet(colors)).slice(0, 10)}`

/** The numbers of such a name. Null for anything else. */
export function parseThemeSheetName(name: string): ThemeColors | null {
  if (!/^[0-9a-f]{6}(-([0-9a-f]{6}|x)){5}-([0-9]|1[0-6]|x)\.css$/.test(name)) return null
  const [accent, accentDark, paper, paperDark, ground, groundDark, radius] = name.slice(0, -4).split('-')
  const color = (text: string | undefined) => (text === undefined || text === 'x' ? null : `#${text}`)
  return {
    accent: `#${accent}`,
    accentDark: color(accentDark),
    paper: color(paper),
    paperDark: color(paperDark),
    ground: color(ground),
    groundDark: color(groundDark),
    radius: radius === 'x' ? null : Number(radius),
  }
}
