import type { Image } from './image-types.ts'
import { rewriteJpeg } from './jpeg.ts'
import { rewritePng } from './png.ts'
import { rewriteWebp } from './webp.ts'

/** Bytes, and pixels of each side. */
export interface ImageLimits {
  size: number
  side: number
}

export const isSide = (value: unknown, limit: number): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= limit

/**
 * Reads what an image is from its own bytes, whatever its name or declared type says, and writes it anew from the parts
 * that draw it: no place, no camera, no comment, no thumbnail, nothing behind its end. Null unless it is a whole, still
 * PNG, JPEG or WebP within the limits. Nothing is decoded, so a small file that unfolds to gigabytes costs nothing here.
 *
 * The libraries on npm without native code (exif-be-gone, piexifjs, node-webpmux; November 2026) take out the metadata
 * that they know and keep what they do not, or read one container only: here what is not known is not kept.
 */
export function readImage(given: Uint8Array, { size, side }: ImageLimits): Image | null {
  if (given.length > size) return null
  const data = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const image = rewritePng(data) ?? rewriteJpeg(data) ?? rewriteWebp(data)
  return image && isSide(image.width, side) && isSide(image.height, side) ? image : null
}
