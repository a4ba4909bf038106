import {
  type Accent,
  accentsOf,
  fieldOn,
  legibilityOf,
  ratioText,
  type Surfaces,
  surfacesOf,
  type ThemeColorName,
  type ThemeColors,
} from '../../config/color.ts'

const declarations = ({ fill, text, edge }: Accent, { paper, ground }: Surfaces, field: string): string =>
  `--accent:${fill};--on-accent:${text};--edge:${edge};--paper:${paper};--ground:${ground};--field:${field}`

/** Custom properties of light and dark pages. */
export function propertiesOf(colors: ThemeColors): Record<'light' | 'dark', string> {
  const accents = accentsOf(colors)
  const surfaces = surfacesOf(colors)
  const radius = colors.radius === null ? '' : `;--radius:${colors.radius}px`
  const of = (scheme: 'light' | 'dark') =>
    declarations(accents[scheme], surfaces[scheme], fieldOn(scheme, surfaces[scheme])) + radius
  return { light: of('light'), dark: of('dark') }
}

/** Sentences with their placeholders in braces, so that a script can fill them in too. */
export interface ContrastWords {
  contrast: string
  nearest: string
}

/** How well text can be read on a color, in words. */
export function contrastText(words: ContrastWords, name: ThemeColorName, color: string): string {
  const { ratio, nearest } = legibilityOf(name, color)
  const text = words.contrast.replace('{ratio}', ratioText(ratio))
  return nearest === null ? text : `${text} ${words.nearest.replace('{color}', nearest)}`
}
