import { brotliCompressSync, gzipSync } from 'node:zlib'
import { accentOnly } from '../config/color.ts'
import { digest } from '../crypto/random.ts'
import { scripts } from './generated/scripts.ts'
import { styleSheets } from './generated/style-sheets.ts'
import { icoIcon, pngIcon } from './raster-icon.ts'
import { themeSheet } from './themes/style-sheet.ts'

/** A script for the browser: a module, so the scripts of a page do not share a scope. */
export type ScriptName = keyof typeof scripts

/** `style` is of every page; `wide` is of those with lists or sections too. */
export type StyleSheetName = keyof typeof styleSheets

export interface Asset {
  type: string
  body: string | Uint8Array<ArrayBuffer>
}

/** How an asset can be sent (RFC 9110 section 8.4.1). */
export type ContentCoding = 'br' | 'gzip' | 'identity'

/** An asset and how long it may be cached. */
export interface FoundAsset extends Asset {
  /** Seconds; null if the name changes with the content, so it may be cached forever. */
  maxAge: number | null
  /** The body in a coding, for text; null for what is compressed already. */
  encoded: ((coding: 'br' | 'gzip') => Uint8Array<ArrayBuffer>) | null
}

export interface Assets {
  /** The name of a style sheet, which changes with its content. */
  styleName(sheet: StyleSheetName): string
  scriptName(script: ScriptName): string
  find(name: string): FoundAsset | null
  /** The icon itself, to be put into a page: one request less. */
  iconUrl: string
}

/** Everything under `/assets`. A Map, because the names come from requests. */
export function assets(accent: string): Assets {
  const versioned = new Map<string, { name: string; asset: Asset; encoded: FoundAsset['encoded'] }>()
  const add = (stem: string, ending: string, asset: { type: string; body: string }) =>
    versioned.set(`${stem}.${ending}`, {
      name: `${stem}-${digest(asset.body).slice(0, 10)}.${ending}`,
      asset,
      encoded: encodedOnce(asset.body),
    })
  const css = 'text/css; charset=UTF-8'
  add('style', 'css', { type: css, body: themeSheet(accentOnly(accent)) + styleSheets.style })
  add('wide', 'css', { type: css, body: styleSheets.wide })
  for (const [name, body] of Object.entries(scripts)) add(name, 'js', { type: 'text/javascript; charset=UTF-8', body })
  const icons = iconsOf(accent)
  const nameOf = (stem: string) => versioned.get(stem)?.name ?? stem
  return {
    styleName: (sheet) => nameOf(`${sheet}.css`),
    scriptName: (script) => nameOf(`${script}.js`),
    find: (name) => {
      const icon = icons.get(name)
      if (icon) return { ...icon(), maxAge: 300, encoded: null }
      const found = versioned.get(name) ?? versioned.get(withoutDigest(name)) ?? null
      return found && { ...found.asset, maxAge: found.name === name ? null : 0, encoded: found.encoded }
    },
    iconUrl: `data:image/svg+xml,${encodeURIComponent(svgIcon(accent))}`,
  }
}

/** During a rolling update, a page of one version may request an asset of the other: it gets the current one, uncached. */
const withoutDigest = (name: string): string => name.replace(/-[\w-]{10}(?=\.(?:css|js)$)/, '')

/** A text is compressed once for each coding, as small as it gets, when it is first asked for. */
function encodedOnce(text: string): (coding: 'br' | 'gzip') => Uint8Array<ArrayBuffer> {
  const compressed = new Map<string, Uint8Array<ArrayBuffer>>()
  return (coding) => {
    const body = compressed.get(coding) ?? (coding === 'br' ? brotliCompressSync(text) : gzipSync(text, { level: 9 }))
    compressed.set(coding, body)
    return body
  }
}

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

/** The default logo as a favicon. */
const svgIcon = (accent: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:#1b1f24}.d{fill:${accent}}@media(prefers-color-scheme:dark){path{fill:#eef0f2}}</style><path d="M5 29V15a11 11 0 0 1 22 0v14h-5V15a6 6 0 0 0-12 0v14z"/><path class="d" d="M13 29V15a3 3 0 0 1 3-3v17z"/></svg>`
