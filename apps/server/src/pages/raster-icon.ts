import { crc32, deflateSync } from 'node:zlib'
import { parseColor, type Rgb } from '../config/color.ts'

// For browsers and phones without support for SVG icons: /favicon.ico and the icon of a home screen, of the same shape.

/** Whether a point of the 32 by 32 drawing lies under an arch that stands on y = 29. */
const underArch = (x: number, y: number, left: number, top: number, radius: number): boolean =>
  x >= left &&
  x <= left + 2 * radius &&
  y <= 29 &&
  (y >= top + radius || Math.hypot(x - (left + radius), y - top - radius) <= radius)

type Part = 'arch' | 'door' | 'ground'

function partAt(x: number, y: number): Part {
  if (x <= 16 && underArch(x, y, 13, 12, 3)) return 'door'
  return underArch(x, y, 5, 4, 11) && !underArch(x, y, 10, 9, 6) ? 'arch' : 'ground'
}

/** Samples per pixel in each direction, for smooth edges. */
const samples = 4

function pixel(column: number, row: number, size: number, colors: Record<Part, Rgb>): number[] {
  const sum = [0, 0, 0]
  for (let sample = 0; sample < samples * samples; sample++) {
    const x = ((column + ((sample % samples) + 0.5) / samples) / size) * 32
    const y = ((row + (Math.floor(sample / samples) + 0.5) / samples) / size) * 32
    for (const [index, part] of colors[partAt(x, y)].entries()) sum[index] = (sum[index] ?? 0) + part
  }
  return sum.map((part) => Math.round(part / (samples * samples)))
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  const foot = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  foot.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, foot])
}

/** A square PNG (RFC 2083) in eight-bit RGB. */
export function pngIcon(accent: string, size: number): Uint8Array<ArrayBuffer> {
  const colors = { arch: parseColor('#1b1f24'), door: parseColor(accent), ground: parseColor('#ffffff') }
  const rows = Array.from({ length: size }, (_, row) => [
    0,
    ...Array.from({ length: size }, (_unused, column) => pixel(column, row, size, colors)).flat(),
  ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Uint8Array.from(rows.flat()))
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  )
}

/** The same as an ICO file that holds the PNG. */
export function icoIcon(accent: string, size: number): Uint8Array<ArrayBuffer> {
  const png = pngIcon(accent, size)
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.set([size, size], 6)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(24, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return new Uint8Array(Buffer.concat([header, png]))
}
