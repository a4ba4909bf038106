import { createHash } from 'node:crypto'
import { isSide, readImage } from '../images/image.ts'
import { type Image, isImageType } from '../images/image-types.ts'

/** An image of a theme, by the digest under which it is served. */
export interface ThemeImage extends Omit<Image, 'bytes'> {
  digest: string
}

/** Bytes. */
export const maxImageSize = 256 * 1024
/** Pixels. */
const maxImageSide = 2000

export const isImageDigest = (text: string): boolean => /^[\w-]{43}$/.test(text)

export function isImage(value: unknown): value is ThemeImage {
  const { mime, digest, width, height } = (value ?? {}) as Partial<Record<keyof ThemeImage, unknown>>
  return (
    isImageType(mime) && isImageDigest(String(digest)) && isSide(width, maxImageSide) && isSide(height, maxImageSide)
  )
}

/** An image of a theme as it is stored. Null if it is none, or too large. */
export function readThemeImage(given: Uint8Array): { image: ThemeImage; bytes: Buffer } | null {
  const read = readImage(given, { size: maxImageSize, side: maxImageSide })
  if (!read) return null
  const { bytes, ...image } = read
  return { image: { ...image, digest: createHash('sha256').update(bytes).digest('base64url') }, bytes }
}
