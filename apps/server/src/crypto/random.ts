import { createHash, hash, randomFillSync, randomInt, timingSafeEqual } from 'node:crypto'

/** Random bytes that were not handed out yet. To ask the system for four thousand costs hardly more than for twelve. */
const reserve = { bytes: Buffer.alloc(4096), used: 4096 }

/** So many random bytes, at most 4096. They are given to nobody else, and not kept here. */
export function takeRandomBytes(length: number): Buffer {
  if (length > reserve.bytes.length) throw new RangeError(`at most ${reserve.bytes.length} random bytes at once`)
  if (reserve.used + length > reserve.bytes.length) {
    randomFillSync(reserve.bytes)
    reserve.used = 0
  }
  const part = reserve.bytes.subarray(reserve.used, reserve.used + length)
  reserve.used += length
  const taken = Buffer.from(part)
  part.fill(0)
  return taken
}

/** 256 random bits in base64url: session secrets, handles, link tokens. */
export const newSecret = (): string => takeRandomBytes(32).toString('base64url')

/**
 * 256 random bits without six digits in a row, for links, so that the code is the only such run in the text of a mail.
 */
export function newLinkSecret(): string {
  for (;;) {
    const secret = newSecret()
    if (!/\d{6}/.test(secret)) return secret
  }
}

/** The newest time that an id was made for, and the counter that distinguishes the ids of one time. */
const newest = { time: '', count: 0 }

/**
 * An opaque id that sorts by its creation time, so that new rows are adjacent. Those that one process makes for the same
 * millisecond sort in the order in which it makes them: RFC 9562 §6.2, method 1, a counter that starts anywhere, so that
 * nobody counts by it. Never reused.
 */
export function newId(now: Date): string {
  const time = firstIdAt(now)
  if (time > newest.time) Object.assign(newest, { time, count: takeRandomBytes(3).readUIntBE(0, 3) >>> 1 })
  else newest.count = (newest.count + 1) % 2 ** 24
  return time + newest.count.toString(16).padStart(6, '0') + takeRandomBytes(7).toString('hex')
}

/** The id of an object that is created at most once as part of another, derived from that other one. */
export const idOnce = (begun: Date, ...parts: readonly string[]): string =>
  firstIdAt(begun) + hash('sha256', parts.join(' '), 'hex').slice(0, 20)

/** A bound that sorts before every id made from `at` on, and after every earlier one. */
export const firstIdAt = (at: Date): string => at.getTime().toString(16).padStart(12, '0')

/** From a time on, and before another. */
export interface TimeSpan {
  from: Date
  until: Date
}

/** Sorts after every id, since they are hexadecimal: a list from its newest row on is read in the order of an index too. */
export const afterAllIds = 'z'

/** When the object of an id was created. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 12), 16))

/** SHA-256 in base64url. For high-entropy secrets, so no password hash is needed. */
export const digest = (text: string): string => hash('sha256', text, 'base64url')

/** A code of so many digits, each as likely as any other. */
export const newDigits = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0')

/** Compares two digests in constant time. */
export const equalDigests = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Compares two texts in constant time. */
export const equalsInConstantTime = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
