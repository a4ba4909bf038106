import { accentOnly } from '../config/color.ts'
import { digest } from '../crypto/random.ts'
import { scripts } from './generated/scripts.ts'
import { styleSheet } from './generated/style-sheet.ts'
import { svgIcon } from './icon.ts'
import { icoIcon, pngIcon } from './raster-icon.ts'
import { themeSheet } from './themes/style-sheet.ts'

/** A script for the browser: a module, so the scripts of a page do not share a scope. */
export type ScriptName = keyof typeof scripts

export interface Asset {
  type: string
  body: string | Uint8Array<ArrayBuffer>
}

/** An asset and how long it may be cached. */
export interface FoundAsset extends Asset {
  /** Seconds; null if the name changes with the content, so it may be cached forever. */
  maxAge: number | null
}

export interface Assets {
  /** The name of the stylesheet, which changes with its content. */
  styleName: string
  scriptName(script: ScriptName): string
  find(name: string): FoundAsset | null
}

/** Everything under `/assets`. A Map, because the names come from requests. */
export function assets(accent: string): Assets {
  const versioned = new Map<string, { name: string; asset: Asset }>()
  const add = (stem: string, ending: string, asset: { type: string; body: string }) =>
    versioned.set(`${stem}.${ending}`, { name: `${stem}-${digest(asset.body).slice(0, 10)}.${ending}`, asset })
  add('style', 'css', { type: 'text/css; charset=UTF-8', body: themeSheet(accentOnly(accent)) + styleSheet })
  for (const [name, body] of Object.entries(scripts)) add(name, 'js', { type: 'text/javascript; charset=UTF-8', body })
  const icons = iconsOf(accent)
  const nameOf = (stem: string) => versioned.get(stem)?.name ?? stem
  return {
    styleName: nameOf('style.css'),
    scriptName: (script) => nameOf(`${script}.js`),
    find: (name) => {
      const icon = icons.get(name)
      if (icon) return { ...icon(), maxAge: 300 }
      const found = versioned.get(name) ?? versioned.get(withoutDigest(name))
      return found ? { ...found.asset, maxAge: found.name === name ? null : 0 } : null
    },
  }
}

/** During a rolling update, a page of one version may request an asset of the other: it gets the current one, uncached. */
const withoutDigest = (name: string): string => name.replace(/-[\w-]{10}(?=\.(?:css|js)$)/, '')

/** Icons are drawn on their first request. */
function iconsOf(accent: string): ReadonlyMap<string, () => Asset> {
  const drawn = new Map<string, Asset>()
  const once = (name: string, draw: () => Asset): [string, () => Asset] => [
    name,
    () => {
      const asset = drawn.get(name) ?? draw()
      drawn.set(name, asset)
      return asset
    },
  ]
  return new Map([
    once('icon.svg', () => ({ type: 'image/svg+xml', body: svgIcon(accent) })),
    once('favicon.ico', () => ({ type: 'image/vnd.microsoft.icon', body: icoIcon(accent, 32) })),
    once('apple-touch-icon.png', () => ({ type: 'image/png', body: pngIcon(accent, 180) })),
  ])
}
