/** The colors of a light or dark page: the fill of a button, the text on it, and lines. */
export interface Accent {
  fill: string
  text: string
  edge: string
}

export interface Accents {
  light: Accent
  dark: Accent
}

/** What buttons and lines stand on. */
export const paper = { light: '#ffffff', dark: '#1d2125' } as const

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

/** The color, mixed with another in steps, until it stands out from its ground. */
function until(color: string, towards: string, ground: string, needed: number): string {
  const from = parseColor(color)
  const to = parseColor(towards)
  for (let step = 0; step <= 50; step++) {
    const part = (index: number) => (from[index] ?? 0) + ((to[index] ?? 0) - (from[index] ?? 0)) * (step / 50)
    const mixed = format([part(0), part(1), part(2)])
    if (contrast(mixed, ground) >= needed) return mixed
  }
  return towards
}

/**
 * The operator's color, adjusted: on light pages as it is, with a darker edge where it is pale; on dark pages
 * lightened until it stands out. The text on it is white or black, whichever can be read.
 */
export function accentsOf(color: string): Accents {
  const fill = until(color, '#ffffff', paper.dark, edgeContrast)
  return {
    light: { fill: color, text: textOn(color), edge: until(color, '#000000', paper.light, edgeContrast) },
    dark: { fill, text: textOn(fill), edge: until(fill, '#ffffff', paper.dark, textContrast) },
  }
}
