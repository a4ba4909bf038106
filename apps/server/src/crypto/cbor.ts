/** A CBOR value (RFC 8949), as far as WebAuthn uses it. */
type CborValue = number | boolean | null | undefined | string | Uint8Array | CborValue[] | CborMap
export type CborMap = Map<CborValue, CborValue>

/** No authenticator sends anything nested deeper. */
const maxDepth = 8

/**
 * Reads one item and returns where it ends, so that a caller can refuse trailing bytes. Items of indefinite length and
 * tags are refused, since CTAP2 (section 8, canonical form) has neither. Throws if the bytes are not such an item.
 */
export function readCbor(bytes: Uint8Array, start = 0, depth = 0): { value: CborValue; end: number } {
  if (depth > maxDepth) throw new Error('CBOR is nested too deeply')
  const { major, argument, end } = readHead(bytes, start)
  if (major === 0) return { value: argument, end }
  if (major === 1) return { value: -1 - argument, end }
  if (major === 2 || major === 3) {
    const content = bytes.subarray(end, end + argument)
    if (content.length !== argument) throw new Error('CBOR ends early')
    return {
      value: major === 2 ? content : new TextDecoder('utf-8', { fatal: true }).decode(content),
      end: end + argument,
    }
  }
  if (major === 4) return readItems(bytes, end, argument, depth)
  if (major === 5) return readMap(bytes, end, argument, depth)
  if (major === 7 && argument >= 20 && argument <= 23)
    return { value: [false, true, null, undefined][argument - 20], end }
  throw new Error('CBOR holds an item that is not allowed')
}

function readHead(bytes: Uint8Array, start: number): { major: number; argument: number; end: number } {
  const first = bytes[start]
  if (first === undefined) throw new Error('CBOR ends early')
  const major = first >> 5
  const short = first & 0x1f
  if (short < 24) return { major, argument: short, end: start + 1 }
  // No form that we accept needs lengths or integers of eight bytes.
  if (short > 26 || major === 7) throw new Error('CBOR holds an item that is not allowed')
  const length = 2 ** (short - 24)
  if (start + 1 + length > bytes.length) throw new Error('CBOR ends early')
  const argument = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUIntBE(start + 1, length)
  return { major, argument, end: start + 1 + length }
}

function readItems(bytes: Uint8Array, start: number, count: number, depth: number) {
  const value: CborValue[] = []
  let end = start
  for (let read = 0; read < count; read += 1) {
    const item = readCbor(bytes, end, depth + 1)
    value.push(item.value)
    end = item.end
  }
  return { value, end }
}

function readMap(bytes: Uint8Array, start: number, count: number, depth: number) {
  const value: CborMap = new Map()
  let end = start
  for (let read = 0; read < count; read += 1) {
    const key = readCbor(bytes, end, depth + 1)
    const item = readCbor(bytes, key.end, depth + 1)
    if (value.has(key.value)) throw new Error('CBOR names a key twice')
    value.set(key.value, item.value)
    end = item.end
  }
  return { value, end }
}
