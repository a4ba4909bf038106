import { type Accent, accentsOf, fieldOn, type Surfaces, surfacesOf, type ThemeColors } from '../../config/color.ts'

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
