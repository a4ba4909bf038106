import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
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
      chunk('IHDR', header),
      ...before,
      ...(filler ? [chunk('teSt', Buffer.alloc(filler, 7))] : []),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

export const animationControl = (): Buffer => chunk('acTL', Buffer.alloc(8, 1))

/** The headers of a JPEG of this size: what is read of it. */
export function jpeg(width: number, height: number): Uint8Array<ArrayBuffer> {
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const application = Buffer.from([0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0])
  return new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8]), application, frame, Buffer.from([0xff, 0xd9, 0, 0])]))
}

/** The header of an extended WebP of this size. */
export function webp(width: number, height: number, { animated = false } = {}): Uint8Array<ArrayBuffer> {
  const data = Buffer.alloc(40)
  data.write('RIFF', 0, 'latin1')
  data.writeUInt32LE(32, 4)
  data.write('WEBPVP8X', 8, 'latin1')
  data.writeUInt32LE(10, 16)
  data[20] = animated ? 0x02 : 0
  data.writeUIntLE(width - 1, 24, 3)
  data.writeUIntLE(height - 1, 27, 3)
  return new Uint8Array(data)
}
