import { createHash } from 'node:crypto'

/** The types that are accepted, and the only ones that images are served as. No SVG: it can hold scripts. */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** An image of a theme, by the digest under which it is served. */
export interface ThemeImage {
  digest: string
  mime: ImageType
  width: number
  height: number
}

/** Bytes. */
export const maxImageSize = 256 * 1024
/** Pixels. */
const maxImageSide = 2000

export const isImageType = (value: unknown): value is ImageType => (imageTypes as readonly unknown[]).includes(value)
export const isImageDigest = (text: string): boolean => /^[\w-]{43}$/.test(text)

const isSide = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxImageSide

export function isImage(value: unknown): value is ThemeImage {
  const { mime, digest, width, height } = (value ?? {}) as Partial<Record<keyof ThemeImage, unknown>>
  return isImageType(mime) && isImageDigest(String(digest)) && isSide(width) && isSide(height)
}

/**
 * Reads what an image is from its own bytes, whatever its name or declared type says. Null unless it is a still PNG, JPEG
 * or WebP within the limits. Nothing is decoded, so a small file that unfolds to gigabytes costs nothing here.
 */
export function readImage(bytes: Uint8Array): ThemeImage | null {
  if (bytes.length > maxImageSize) return null
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = readPng(data) ?? readJpeg(data) ?? readWebp(data)
  if (!found || !isSide(found.width) || !isSide(found.height)) return null
  return { ...found, digest: createHash('sha256').update(data).digest('base64url') }
}

type Header = Omit<ThemeImage, 'digest'> | null

const ascii = (data: Buffer, from: number, to: number): string => data.toString('latin1', from, to)

/** PNG, third edition, sections 5.2 and 11.2.1. An `acTL` chunk before the image data makes it an animation. */
function readPng(data: Buffer): Header {
  if (data.length < 45 || ascii(data, 0, 8) !== '\x89PNG\r\n\x1a\n') return null
  if (data.readUInt32BE(8) !== 13 || ascii(data, 12, 16) !== 'IHDR') return null
  for (let at = 8; at + 12 <= data.length; at += 12 + data.readUInt32BE(at)) {
    const type = ascii(data, at + 4, at + 8)
    if (type === 'acTL') return null
    if (type === 'IDAT') return { mime: 'image/png', width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
  }
  return null
}

/** ITU-T T.81, annex B: the size stands in the frame header, SOF0 to SOF15 without DHT, JPG and DAC. */
function readJpeg(data: Buffer): Header {
  if (data.length < 20 || data.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 < data.length) {
    if (data[at] !== 0xff) return null
    const marker = data[at + 1] ?? 0
    // Fill bytes may stand before a marker.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { mime: 'image/jpeg', height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) }
    else if (marker === 0xd9 || marker === 0xda || marker < 0xc0) return null
    else at += 2 + data.readUInt16BE(at + 2)
  }
  return null
}

/** RFC 9649, section 2: lossy (VP8), lossless (VP8L) or extended (VP8X), whose flags tell of an animation. */
function readWebp(data: Buffer): Header {
  if (data.length < 30 || ascii(data, 0, 4) !== 'RIFF' || ascii(data, 8, 12) !== 'WEBP') return null
  const mime = 'image/webp'
  switch (ascii(data, 12, 16)) {
    case 'VP8 ':
      if (data.readUIntBE(23, 3) !== 0x9d012a) return null
      return { mime, width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (data[20] !== 0x2f) return null
      const bits = data.readUInt32LE(21)
      return { mime, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      if (((data[20] ?? 0) & 0x02) !== 0) return null
      return { mime, width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}
