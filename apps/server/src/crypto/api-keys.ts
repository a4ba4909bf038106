import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

// `<prefix>_<id>_<secret><checksum>`: 12, 32 and 6 characters of base62. A scanner finds keys by
// `\bvsk_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}\b`, and the checksum says without a database whether it has found one.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 12
/** 190 bits: a fast digest of the key is enough. */
const secretLength = 32
const checksumLength = 6

const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

export const newApiKeyId = (): string => randomText(idLength)

/** A new secret of the key with this id. */
export function newApiKey(prefix: string, id: string): string {
  const body = `${prefix}_${id}_${randomText(secretLength)}`
  return `${body}${checksum(body)}`
}

/** CRC-32 (IEEE 802.3) in base62. It refuses typing mistakes and other services' keys, and protects nothing. */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let at = 0; at < checksumLength; at++) {
    text = `${alphabet[rest % alphabet.length]}${text}`
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}

/** The id in a key, or null if it is none: another form, or a wrong checksum. */
export function idOfApiKey(prefix: string, key: string): string | null {
  const length = prefix.length + idLength + secretLength + checksumLength + 2
  if (key.length !== length || !key.startsWith(`${prefix}_`)) return null
  const [id = '', secret = '', ...others] = key.slice(prefix.length + 1).split('_')
  if (others.length > 0 || id.length !== idLength || !/^[0-9A-Za-z]+$/.test(id + secret)) return null
  const body = key.slice(0, -checksumLength)
  return checksum(body) === key.slice(-checksumLength) ? id : null
}
