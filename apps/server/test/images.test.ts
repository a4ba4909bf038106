import { expect, test } from 'vitest'
import { readImage } from '../src/flows/platform/images/image.ts'
import { animationControl, exif, jpeg, jpegSegment, png, pngChunk, webp, webpChunk } from './support/images.ts'

const limits = { size: 512 * 1024, side: 2048 }
const read = (bytes: Uint8Array) => readImage(bytes, limits)
const text = (source: string) => new Uint8Array(Buffer.from(source, 'latin1'))
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

test.each([
  ['PNG', png(120, 40), 'image/png'],
  ['JPEG', jpeg(120, 40), 'image/jpeg'],
  ['WebP', webp(120, 40), 'image/webp'],
])('a %s is known by its own bytes', (_, bytes, mime) => {
  const image = read(bytes)
  expect(image).toMatchObject({ mime, width: 120, height: 40 })
  // What was written is read again, and stays as it is.
  expect(read(image?.bytes ?? text(''))).toEqual(image)
})

const page = '<!doctype html><script>alert(1)</script>'

test.each([
  ['an SVG with a script', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page that calls itself an image', text(`${page}${'x'.repeat(100)}`)],
  ['a page in front of a PNG', join(text(page), png(10, 10))],
  ['a GIF that is also a script', text(`GIF89a/*${'x'.repeat(60)}*/=1;alert(1)`)],
  ['a PNG of 30,000 pixels a side', png(30_000, 30_000)],
  ['a JPEG of 65,535 pixels a side', jpeg(65_535, 65_535)],
  ['a JPEG of 2,049 pixels', jpeg(2049, 10)],
  ['a JPEG whose height comes later', jpeg(10, 0)],
  ['a JPEG with two frames', jpeg(10, 10, { frames: 2 })],
  ['a JPEG without a frame', jpeg(10, 10, { frames: 0 })],
  ['a JPEG without a scan', jpeg(10, 10, { scans: 0 })],
  ['a JPEG of a thousand scans', jpeg(10, 10, { scans: 1000 })],
  ['a JPEG that is cut off', jpeg(10, 10).subarray(0, -2)],
  ['a JPEG that is all markers', text('\xff\xd8'.concat('\xff'.repeat(1000)))],
  ['an animated PNG', png(10, 10, { before: [animationControl()] })],
  [
    'a PNG that does not begin with its header',
    join(png(1, 1).subarray(0, 8), pngChunk('tEXt', Buffer.alloc(4)), png(1, 1).subarray(8)),
  ],
  ['a PNG with two headers', png(10, 10, { before: [Buffer.from(png(10, 10).subarray(8, 33))] })],
  ['a PNG with a part that must be known and is not', png(10, 10, { before: [pngChunk('EViL', Buffer.alloc(4))] })],
  ['a PNG with a wrong checksum', png(10, 10).map((byte, at) => (at === 30 ? byte ^ 1 : byte))],
  ['a PNG that ends after its header', png(10, 10).subarray(0, 40)],
  ['a PNG of no width', png(0, 10)],
  ['one byte more than 512 KiB', png(10, 10, { filler: limits.size - png(10, 10, { filler: 1 }).length + 2 })],
  ['an animated WebP', webp(10, 10, { animated: true })],
  ['a WebP with a frame of an animation', webp(10, 10, { more: [webpChunk('ANMF', Buffer.alloc(16))] })],
  ['a WebP whose header says that it is smaller', webp(4000, 4000, { canvas: [10, 10] })],
  ['a WebP whose header says that it is larger', webp(10, 10, { canvas: [2000, 2000] })],
  ['a WebP with two images', webp(10, 10, { more: [webpChunk('VP8L', Buffer.alloc(12, 0x2f))] })],
  ['a WebP that is cut off', webp(10, 10).subarray(0, -2)],
  ['nothing', new Uint8Array()],
])('TH-04 PI-01: %s is refused', (_, bytes) => {
  expect(read(bytes)).toBeNull()
})

test('exactly 512 KiB is not too large', () => {
  const bytes = png(10, 10, { filler: limits.size - png(10, 10, { filler: 1 }).length + 1 })
  expect(bytes.length).toBe(limits.size)
  expect(read(bytes)).not.toBeNull()
})

const secret = 'at home: 51.5 N 0.1 W'

test.each([
  [
    'PNG',
    png(10, 10, {
      before: ['tEXt', 'iTXt', 'eXIf', 'tIME', 'iCCP'].map((name) => pngChunk(name, Buffer.from(secret))),
    }),
  ],
  ['PNG with a page behind it', join(png(10, 10), text(page + secret))],
  [
    'JPEG',
    jpeg(10, 10, {
      before: [0xe1, 0xe2, 0xed, 0xee, 0xef, 0xfe].map((marker) => jpegSegment(marker, `Exif\0\0${secret}`)),
      behind: page + secret,
    }),
  ],
  [
    'WebP',
    join(
      webp(10, 10, { more: ['EXIF', 'XMP ', 'ICCP', 'evil'].map((name) => webpChunk(name, secret)) }),
      text(page + secret),
    ),
  ],
])('PI-02: a %s keeps nothing but what draws it', (_, bytes) => {
  const image = read(bytes)
  const kept = image?.bytes.toString('latin1') ?? ''
  expect(kept).not.toContain('51.5')
  expect(kept).not.toContain('<script>')
  expect(image).toMatchObject({ width: 10, height: 10 })
})

test('PI-02: of what a phone writes into a JPEG, only the orientation stays', () => {
  const turned = read(jpeg(10, 10, { before: [jpegSegment(0xe1, exif(6))] }))
  expect(turned?.bytes.toString('latin1')).not.toContain('GPS')
  const upright = read(jpeg(10, 10, { before: [jpegSegment(0xe1, exif(1))] }))
  expect((turned?.bytes.length ?? 0) - (upright?.bytes.length ?? 0)).toBe(36)
  expect(turned?.bytes.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]))).toBe(true)
  expect(read(turned?.bytes ?? text(''))).toEqual(turned)
  // A number that means nothing is not passed on.
  expect(read(jpeg(10, 10, { before: [jpegSegment(0xe1, exif(9))] }))?.bytes).toEqual(upright?.bytes)
})

test('no bytes make reading fail', () => {
  const samples = [
    png(20, 20),
    jpeg(20, 20, { before: [jpegSegment(0xe1, exif(6))] }),
    webp(20, 20, { more: [webpChunk('ALPH', 'x')] }),
  ]
  for (const sample of samples)
    for (let end = 0; end < sample.length; end++) {
      read(sample.subarray(0, end))
      for (const flip of [0xff, 0x01, 0x80]) {
        const broken = sample.slice()
        broken[end] = (broken[end] ?? 0) ^ flip
        read(broken)
      }
    }
})
