import { crc32 } from 'node:zlib'
import type { Image } from './image-types.ts'

const signature = '\x89PNG\r\n\x1a\n'
/** The chunks that draw a still image. Every other ancillary one (text, time, Exif, profiles) is left out. */
const drawing = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** PNG, third edition, section 11.3.4: with these it is an animation. */
const animating = new Set(['acTL', 'fcTL', 'fdAT'])

/** PNG, third edition, sections 5.2 to 5.6. Ends with the IEND chunk, whatever stands behind it. */
export function rewritePng(data: Buffer): Image | null {
  if (data.toString('latin1', 0, 8) !== signature) return null
  const parts = [data.subarray(0, 8)]
  const seen = new Set<string>()
  for (let at = 8; at + 12 <= data.length; ) {
    const end = at + 12 + data.readUInt32BE(at)
    if (end > data.length) return null
    const type = data.toString('latin1', at + 4, at + 8)
    if ((seen.size === 0) !== (type === 'IHDR') || !isAllowed(type, seen)) return null
    if (crc32(data.subarray(at + 4, end - 4)) !== data.readUInt32BE(end - 4)) return null
    if (type === 'IHDR' && end !== 33) return null
    seen.add(type)
    if (drawing.has(type)) parts.push(data.subarray(at, end))
    if (type === 'IEND') return seen.has('IDAT') ? imageOf(data, parts) : null
    at = end
  }
  return null
}

/** A critical chunk (section 5.4: upper case) that is not known, or that stands twice, makes the image one that we do not know. */
function isAllowed(type: string, seen: ReadonlySet<string>): boolean {
  if (animating.has(type)) return false
  if (drawing.has(type)) return type === 'IDAT' || !seen.has(type)
  return /^[a-z][A-Za-z]{3}$/.test(type)
}

const imageOf = (data: Buffer, parts: readonly Buffer[]): Image => ({
  mime: 'image/png',
  width: data.readUInt32BE(16),
  height: data.readUInt32BE(20),
  bytes: Buffer.concat(parts),
})
