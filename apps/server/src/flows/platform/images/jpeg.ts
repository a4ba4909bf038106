import type { Image } from './image-types.ts'

// Markers of ITU-T T.81, table B.1.
const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
/** Baseline, extended and progressive frames: what browsers draw. */
const frames = [0xc0, 0xc1, 0xc2]
/** Huffman and quantization tables, and the restart interval. */
const tables = [0xc4, 0xdb, 0xdd]
/** More than any encoder writes. Each costs whoever draws the image a pass over all of it. */
const maxScans = 64

/** What is known of an image so far. */
interface Reading {
  parts: Buffer[]
  frame: { width: number; height: number } | null
  scans: number
  /** A JFIF header says how colors are meant. */
  jfif: boolean
  orientation: number
}

/**
 * ITU-T T.81, annex B. Application segments and comments are left out, but for what changes how the image is drawn: whether
 * there is a JFIF or Adobe segment, and the orientation that a camera wrote, which are written anew. Ends with the EOI
 * marker, whatever stands behind it.
 */
export function rewriteJpeg(data: Buffer): Image | null {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xff00 + startOfImage) return null
  const reading: Reading = { parts: [], frame: null, scans: 0, jfif: false, orientation: 1 }
  let at = 2
  while (at + 2 <= data.length) {
    const marker = data.readUInt16BE(at) - 0xff00
    // Fill bytes may stand before a marker.
    if (marker === 0xff) at += 1
    else if (marker === endOfImage) return imageOf(reading)
    else {
      const end = at + 4 <= data.length ? at + 2 + data.readUInt16BE(at + 2) : Number.POSITIVE_INFINITY
      if (marker < 0xc0 || end > data.length || end < at + 4) return null
      const next = marker === startOfScan ? endOfScan(data, end) : end
      if (!readSegment(reading, marker, data.subarray(at, next))) return null
      at = next
    }
  }
  return null
}

/** Takes in a segment, with its marker. False if there is no such segment in an image that we know. */
function readSegment(reading: Reading, marker: number, segment: Buffer): boolean {
  if (tables.includes(marker)) return keep(reading, segment)
  if (frames.includes(marker)) {
    if (reading.frame || segment.length < 10) return false
    reading.frame = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    return keep(reading, segment)
  }
  if (marker === startOfScan) {
    reading.scans += 1
    return reading.frame !== null && reading.scans <= maxScans && keep(reading, segment)
  }
  const name = segment.toString('latin1', 4, 10)
  if (marker === 0xe0) reading.jfif ||= name.startsWith('JFIF\0')
  else if (marker === 0xe1 && name === 'Exif\0\0') reading.orientation = orientationOf(segment.subarray(10))
  // Whether colors were transformed: 12 bytes and nothing else.
  else if (marker === 0xee && name.startsWith('Adobe') && segment.length === 16) return keep(reading, segment)
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
}

function keep({ parts }: Reading, segment: Buffer): true {
  parts.push(segment)
  return true
}

/** Section B.1.1.5: within a scan, 0xFF is followed by a zero or a restart marker. */
function endOfScan(data: Buffer, from: number): number {
  for (let at = data.indexOf(0xff, from); at !== -1; at = data.indexOf(0xff, at + 1)) {
    const next = data[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return data.length
}

/** Exif 2.3, sections 4.6.2 and 4.6.4: the tag 0x0112 of the first directory. 1, the upright one, where it is not known. */
function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4)
  if (tiff.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return 1
  const little = order.startsWith('II')
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const end = Math.min(tiff.length, directory + 2 + 12 * short(directory))
  for (let at = directory + 2; at + 12 <= end; at += 12) {
    if (short(at) !== 0x0112) continue
    const value = short(at + 8)
    return short(at + 2) === 3 && value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

const jfifSegment = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')

/** An Exif segment with the orientation and nothing else. */
function orientationSegment(orientation: number): Buffer {
  const start = '\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0'
  return Buffer.from(`${start}${String.fromCharCode(orientation)}\0\0\0\0\0\0`, 'latin1')
}

function imageOf({ parts, frame, scans, jfif, orientation }: Reading): Image | null {
  if (!frame || scans === 0) return null
  const start = Buffer.from([0xff, startOfImage])
  const head = [...(jfif ? [jfifSegment] : []), ...(orientation === 1 ? [] : [orientationSegment(orientation)])]
  return {
    mime: 'image/jpeg',
    ...frame,
    bytes: Buffer.concat([start, ...head, ...parts, Buffer.from([0xff, endOfImage])]),
  }
}
