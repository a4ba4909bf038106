import { crc32, deflateSync } from 'node:zlib'

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface PngOptions {
  /** Chunks before the image data. */
  before?: readonly Buffer[]
  /** Bytes of a chunk that nobody reads. */
  filler?: number
}

/** A PNG of this size. The data is that of one gray row, whatever the size says. */
export function png(
  width: number,
  height: number,
  { before = [], filler = 0 }: PngOptions = {},
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.min(width, 4000) + 1) * Math.min(height, 64), 0x40)
  for (let row = 0; row < Math.min(height, 64); row++) rows[row * (Math.min(width, 4000) + 1)] = 0
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', header),
      ...before,
      ...(filler ? [pngChunk('teSt', Buffer.alloc(filler, 7))] : []),
      pngChunk('IDAT', deflateSync(rows)),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

export const animationControl = (): Buffer => pngChunk('acTL', Buffer.alloc(8, 1))

/** A segment of a JPEG, with its marker. */
export function jpegSegment(marker: number, data: Uint8Array | string): Buffer {
  const body = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body])
}

/** Exif with an orientation (tag 0x0112) and a place, as a phone writes it. */
export function exif(orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x02', 'latin1')
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0])
  const place = Buffer.from([0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38])
  return Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    tiff,
    entry,
    place,
    Buffer.from('\0\0\0\0GPS 51.5 N', 'latin1'),
  ])
}

interface JpegOptions {
  /** Segments before the frame. */
  before?: readonly Buffer[]
  /** What stands behind the end. */
  behind?: string
  scans?: number
  /** The frame header stands so often. */
  frames?: number
}

/** A JPEG of this size: every segment that one needs, with next to nothing in it. */
export function jpeg(
  width: number,
  height: number,
  { before = [], behind = '', scans = 1, frames = 1 }: JpegOptions = {},
): Uint8Array<ArrayBuffer> {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([0x12, 0xff, 0, 0x34])])
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
      ...before,
      jpegSegment(0xdb, Buffer.alloc(65, 1)),
      ...Array.from({ length: frames }, () => jpegSegment(0xc2, frame)),
      ...Array.from({ length: scans }, () => scan),
      Buffer.from([0xff, 0xd9]),
      Buffer.from(behind, 'latin1'),
    ]),
  )
}

/** A chunk of a WebP. */
export function webpChunk(name: string, data: Uint8Array | string): Buffer {
  const body = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data)
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

interface WebpOptions {
  animated?: boolean
  /** What the extended header says. */
  canvas?: readonly [width: number, height: number]
  /** Chunks behind the image data. */
  more?: readonly Buffer[]
}

/** An extended WebP of this size: its headers, and lossless data that nobody decodes. */
export function webp(
  width: number,
  height: number,
  { animated = false, canvas = [width, height], more = [] }: WebpOptions = {},
): Uint8Array<ArrayBuffer> {
  const extended = Buffer.alloc(10)
  extended[0] = animated ? 0x02 : 0
  extended.writeUIntLE(canvas[0] - 1, 4, 3)
  extended.writeUIntLE(canvas[1] - 1, 7, 3)
  const lossless = Buffer.alloc(12)
  lossless[0] = 0x2f
  lossless.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    webpChunk('VP8X', extended),
    webpChunk('VP8L', lossless),
    ...more,
  ])
  return new Uint8Array(webpChunk('RIFF', body))
}
