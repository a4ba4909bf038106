/** The colors of a light or dark page: the fill of a button, the text on it, and lines. */
export interface Accent {
  fill: string
  text: string
  edge: string
}

interface Accents {
  light: Accent
  dark: Accent
}

/** What buttons, lines and text stand on: the card of a page, and the page around it. */
export interface Surfaces {
  paper: string
  ground: string
}
export const surfaces = {
  light: { paper: '#ffffff', ground: '#f3f4f2' },
  dark: { paper: '#1d2125', ground: '#121517' },
} as const satisfies Record<'light' | 'dark', Surfaces>

/** The colors of text in style/base.css: ink, quiet and wrong. The first one is also the dark text on a pale accent. */
export const inks = {
  light: ['#1b1f24', '#57606a', '#b3261e'],
  dark: ['#eef0f2', '#a8b1ba', '#ff9a92'],
} as const
/** The border of a field in style/base.css. */
const fieldBorder = { light: '#8a939b', dark: '#7d868e' } as const

/** The radius of corners in style/base.css. */
export const defaultRadius = 10

/** The accent of a server that has set none. */
export const defaultAccent = '#1f6f54'

/** WCAG 2.2, 1.4.3 and 1.4.11: what text, and the edge of what can be pressed, need at least. */
const textContrast = 4.5
const edgeContrast = 3

export type Rgb = readonly [number, number, number]

/** The parts of `#rrggbb`, 0 to 255. */
export function parseColor(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (color.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

const format = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  const [red, green, blue] = parseColor(color)
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)
}

/** WCAG 2.2, "contrast ratio": 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((left, right) => right - left)
  return (high + 0.05) / (low + 0.05)
}

/** White where it can be read, else black: one of the two always can. */
const textOn = (fill: string): string => (contrast(fill, '#ffffff') >= textContrast ? '#ffffff' : '#000000')

/** The color, mixed with another in steps, until it stands out from every ground. */
function until(color: string, towards: string, grounds: readonly string[], needed: number): string {
  for (let step = 0; step <= 50; step++) {
    const mixed = mix(color, towards, step / 50)
    if (grounds.every((ground) => contrast(mixed, ground) >= needed)) return mixed
  }
  return towards
}

function mix(color: string, towards: string, share: number): string {
  const from = parseColor(color)
  const to = parseColor(towards)
  const part = (index: number) => (from[index] ?? 0) + ((to[index] ?? 0) - (from[index] ?? 0)) * share
  return format([part(0), part(1), part(2)])
}

/** The colors of a theme, `#rrggbb`. Null where the default applies; the dark accent is then derived from the light one. */
export interface ThemeColors {
  accent: string
  accentDark: string | null
  paper: string | null
  paperDark: string | null
  ground: string | null
  groundDark: string | null
  /** Of corners, in pixels. */
  radius: number | null
}

/** The colors of a theme that sets the accent alone. */
export const accentOnly = (accent: string): ThemeColors => ({
  accent,
  accentDark: null,
  paper: null,
  paperDark: null,
  ground: null,
  groundDark: null,
  radius: null,
})

/** Colors with those that a theme sets over them. The dark shade of an accent is that of this accent, and of no other. */
export const withColors = (colors: ThemeColors, set: Partial<ThemeColors>): ThemeColors => ({
  ...colors,
  ...(set.accent === undefined ? {} : { accentDark: null }),
  ...set,
})

export const surfacesOf = ({ paper, paperDark, ground, groundDark }: ThemeColors) => ({
  light: { paper: paper ?? surfaces.light.paper, ground: ground ?? surfaces.light.ground },
  dark: { paper: paperDark ?? surfaces.dark.paper, ground: groundDark ?? surfaces.dark.ground },
})

/**
 * The accent, adjusted: on light pages as it is, with a darker edge where it is pale; on dark pages lightened until it
 * stands out. The text on it is white or black, whichever can be read.
 */
export function accentsOf(colors: ThemeColors): Accents {
  const { accent } = colors
  const { light, dark } = surfacesOf(colors)
  const fill = colors.accentDark ?? until(accent, '#ffffff', [dark.paper], edgeContrast)
  return {
    light: {
      fill: accent,
      text: textOn(accent),
      edge: until(accent, '#000000', [light.paper, light.ground], edgeContrast),
    },
    dark: { fill, text: textOn(fill), edge: until(fill, '#ffffff', [dark.paper, dark.ground], textContrast) },
  }
}

/** Every color as it is shown, whether it is set or not. */
export function shownColors(colors: ThemeColors): Record<ThemeColorName, string> {
  const { light, dark } = surfacesOf(colors)
  return {
    accent: colors.accent,
    accentDark: accentsOf(colors).dark.fill,
    paper: light.paper,
    paperDark: dark.paper,
    ground: light.ground,
    groundDark: dark.ground,
  }
}

/** The border of a field on these surfaces (WCAG 2.2, 1.4.11). */
export const fieldOn = (scheme: 'light' | 'dark', { paper, ground }: Surfaces): string =>
  until(fieldBorder[scheme], inks[scheme][0], [paper, ground], edgeContrast)

export type ThemeColorName = Exclude<keyof ThemeColors, 'radius'>

/** How well text can be read on a color of a theme, or in it; and the nearest color that works, if it can't. */
export interface Legibility {
  ratio: number
  nearest: string | null
}

/** White or dark text on an accent, all text of a page on its paper or ground (WCAG 2.2, 1.4.3). */
export function legibilityOf(name: ThemeColorName, color: string): Legibility {
  if (name === 'accent' || name === 'accentDark') {
    const ratio = (fill: string) => Math.max(contrast(fill, '#ffffff'), contrast(fill, inks.light[0]))
    return measure(color, ['#000000', '#ffffff'], ratio)
  }
  const scheme = name === 'paperDark' || name === 'groundDark' ? 'dark' : 'light'
  const ratio = (surface: string) => Math.min(...inks[scheme].map((ink) => contrast(surface, ink)))
  return measure(color, [scheme === 'light' ? '#ffffff' : '#000000'], ratio)
}

/** Rounded down: 4.49 is not "4.5, and 4.5 is needed". */
export const ratioText = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2)

function measure(color: string, directions: readonly string[], ratioOf: (color: string) => number): Legibility {
  const ratio = ratioOf(color)
  if (ratio >= textContrast) return { ratio, nearest: null }
  for (let step = 1; step <= 255; step++)
    for (const towards of directions) {
      const nearest = mix(color, towards, step / 255)
      if (ratioOf(nearest) >= textContrast) return { ratio, nearest }
    }
  return { ratio, nearest: directions[0] ?? '#000000' }
}
