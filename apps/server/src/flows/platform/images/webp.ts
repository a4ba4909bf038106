import type { Image } from './image-types.ts'

type Size = Pick<Image, 'width' | 'height'>

/** The chunks of an image that draw it, by their names. */
type Chunks = Map<'VP8X' | 'ALPH' | 'VP8 ' | 'VP8L', Buffer>

const drawing = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L'])
const animating = new Set(['ANIM', 'ANMF'])

/**
 * RFC 9649, section 2: lossy (VP8), lossless (VP8L) or extended (VP8X). Profiles, Exif, XMP and unknown chunks are left
 * out, and what stands behind the RIFF chunk. What the extended header says of the size has to be so.
 */
export function rewriteWebp(data: Buffer): Image | null {
  if (data.length < 20 || data.toString('latin1', 0, 4) !== 'RIFF' || data.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const chunks = readChunks(data)
  if (!chunks) return null
  const [extended, lossy, lossless] = [chunks.get('VP8X'), chunks.get('VP8 '), chunks.get('VP8L')]
  const size = lossy ? sizeOfLossy(lossy) : lossless ? sizeOfLossless(lossless) : null
  if (!size || (lossy && lossless) || (extended && !isSizeOf(extended, size))) return null
  const alpha = extended && lossy && chunks.get('ALPH')
  const parts = alpha
    ? [chunk('VP8X', extendedHeader(size)), chunk('ALPH', alpha), chunk('VP8 ', lossy)]
    : [lossy ? chunk('VP8 ', lossy) : chunk('VP8L', lossless as Buffer)]
  return { mime: 'image/webp', ...size, bytes: chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])) }
}

/** Null for an animation, for a chunk that stands twice, and where one ends behind the file. */
function readChunks(data: Buffer): Chunks | null {
  const end = 8 + data.readUInt32LE(4)
  if (end > data.length) return null
  const chunks: Chunks = new Map()
  for (let at = 12; at + 8 <= end; ) {
    const name = data.toString('latin1', at, at + 4)
    const length = data.readUInt32LE(at + 4)
    if (at + 8 + length > end || animating.has(name)) return null
    if (drawing.has(name)) {
      const known = name as Parameters<Chunks['set']>[0]
      if (chunks.has(known) || (known === 'VP8X' && at !== 12)) return null
      chunks.set(known, data.subarray(at + 8, at + 8 + length))
    }
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** RFC 6386, section 9.1: a key frame, which begins with its size. */
function sizeOfLossy(frame: Buffer): Size | null {
  if (frame.length < 10 || ((frame[0] ?? 1) & 1) !== 0 || frame.readUIntBE(3, 3) !== 0x9d012a) return null
  return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff }
}

/** RFC 9649, section 3.4. */
function sizeOfLossless(stream: Buffer): Size | null {
  if (stream.length < 6 || stream[0] !== 0x2f) return null
  const bits = stream.readUInt32LE(1)
  return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null
}

/** RFC 9649, section 2.7: flags (0x02 is an animation), and the size of the canvas. */
function isSizeOf(header: Buffer, { width, height }: Size): boolean {
  if (header.length < 10 || ((header[0] ?? 0) & 0x02) !== 0) return false
  return header.readUIntLE(4, 3) + 1 === width && header.readUIntLE(7, 3) + 1 === height
}

/** An extended header that only tells of transparency. */
function extendedHeader({ width, height }: Size): Buffer {
  const header = Buffer.alloc(10)
  header[0] = 0x10
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  return header
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
