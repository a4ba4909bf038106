/**
 * A phone number in E.164 (OpenID Connect Core 5.1), or null. Spaces, punctuation and marks of direction are dropped, and the
 * `(0)` that some countries write for callers at home. The country code is needed: what a number means without it depends
 * on where it is dialled.
 */
export function parsePhoneNumber(input: string): string | null {
  const number = input
    .normalize('NFKC')
    .replaceAll('(0)', '')
    .replaceAll(/[\s()./\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Pd}]/gu, '')
  return /^\+[1-9]\d{5,14}$/.test(number) ? number : null
}

/** Country codes of one and two digits; all others have three (ITU-T E.164). */
const shortCodes = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** The country code of a number, such as `+44`: several countries share `+1` and `+7`. */
export const callingCode = (number: string): string => shortCodes.exec(number)?.[0] ?? number.slice(0, 4)

/** Codes of no country: shared cost, satellites, international networks and premium rates (ITU-T E.164, annex). */
const noCountry = ['+800', '+808', '+87', '+881', '+882', '+883', '+888', '+979', '+991']

/** Whether codes are sent to a number at all. `prefixes`: the beginnings of those that get them; empty for all. */
export const isServed = (number: string, prefixes: readonly string[]): boolean =>
  !noCountry.some((prefix) => number.startsWith(prefix)) &&
  (prefixes.length === 0 || prefixes.some((prefix) => number.startsWith(prefix)))

/** A number as a notice shows it: its country code and its last two digits. */
export const shortenedNumber = (number: string): string => `${callingCode(number)} … ${number.slice(-2)}`
