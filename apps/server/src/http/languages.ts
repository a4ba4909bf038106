import type { Config } from '../config/settings.ts'
import { readCookie } from './cookies.ts'

/** The language that was chosen on a page, in this browser. Most have no such cookie, so the header is not taken apart for it. */
export function chosenLanguage(config: Config, headers: Headers): string | undefined {
  const cookies = headers.get('cookie')
  return cookies?.includes('vestibule_language=') ? readCookie(config, cookies, 'language') : undefined
}

/** The languages of whoever sent a request, best first: the one they chose, then those of their browser. */
export function preferredLanguages(config: Config, headers: Headers): string[] {
  const chosen = chosenLanguage(config, headers)
  const accepted = acceptedLanguages(headers.get('accept-language'))
  return chosen ? [chosen, ...accepted] : accepted
}

/** The languages of an Accept-Language header by descending weight (RFC 9110 section 12.5.4). */
export function acceptedLanguages(header: string | null): string[] {
  return (header ?? '')
    .slice(0, 400)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.split(';').map((field) => field.trim())
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      return { tag, weight: Number.isNaN(weight) ? 0 : weight, index }
    })
    .filter(({ tag, weight }) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ tag }) => tag)
}
