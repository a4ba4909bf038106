import { expect, test } from 'vitest'
import { readImage } from '../src/flows/platform/themes/images.ts'
import { animationControl, jpeg, png, webp } from './support/images.ts'

const text = (source: string) => new Uint8Array(Buffer.from(source, 'latin1'))

test.each([
  ['PNG', png(120, 40), 'image/png'],
  ['JPEG', jpeg(120, 40), 'image/jpeg'],
  ['WebP', webp(120, 40), 'image/webp'],
])('a %s is known by its own bytes', (_, bytes, mime) => {
  expect(readImage(bytes)).toMatchObject({ mime, width: 120, height: 40, digest: expect.stringMatching(/^[\w-]{43}$/) })
})

test.each([
  ['an SVG with a script', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page that calls itself an image', text(`<!doctype html>${'x'.repeat(100)}`)],
  ['a GIF that is also a script', text(`GIF89a/*${'x'.repeat(60)}*/=1;alert(1)`)],
  ['a PNG of 30,000 pixels a side', png(30_000, 30_000)],
  ['a JPEG of 2,001 pixels', jpeg(2001, 10)],
  ['an animated PNG', png(10, 10, { before: [animationControl()] })],
  ['an animated WebP', webp(10, 10, { animated: true })],
  ['a PNG of 5 MB', png(10, 10, { filler: 5_000_000 })],
  ['a PNG of no width', png(0, 10)],
  ['a PNG that ends after its header', png(10, 10).subarray(0, 40)],
  ['a JPEG that is all markers', text('\xff\xd8'.concat('\xff'.repeat(1000)))],
  ['nothing', new Uint8Array()],
])('TH-04: %s is refused', (_, bytes) => {
  expect(readImage(bytes)).toBeNull()
})

test('no bytes make reading fail', () => {
  const samples = [png(20, 20), jpeg(20, 20), webp(20, 20)]
  for (const sample of samples)
    for (let end = 0; end < sample.length; end++) {
      readImage(sample.subarray(0, end))
      const broken = sample.slice()
      broken[end] = (broken[end] ?? 0) ^ 0xff
      readImage(broken)
    }
})
