import { comparableResource, isSameResource } from './resources.ts'
import { isScopeName, isServerScope, isStandardScope } from './scopes.ts'
import type { ExchangeRule } from './token-exchange.ts'

/** Of one rule, in characters, and of one client. */
export const exchangeLimits = { rule: 2000, rules: 50 } as const

export const exampleRule = 'https://orders.example.com https://stock.example.com stock:read needs=orders:read'

/** A comma or a space inside a name is written as in a URL. */
const namesIn = (text: string): string[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((name) => name.replaceAll(/%2C/gi, ',').replaceAll('%20', ' '))

const namesText = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(',', '%2C').replaceAll(' ', '%20')).join(',')

/** A rule as it is written: `<from resource> <to resource> <scopes> needs=<scopes> actors=<client ids>`. */
export const exchangeRuleText = ({ from, to, scopes, needs, actors }: ExchangeRule): string =>
  [
    from,
    to,
    namesText(scopes),
    `needs=${namesText(needs)}`,
    ...(actors.length > 0 ? [`actors=${namesText(actors)}`] : []),
  ].join(' ')

/** Reads what `exchangeRuleText` writes. Returns what is wrong with it, or the rule. */
export function parseExchangeRule(text: string): ExchangeRule | { fault: string } {
  if (text.length > exchangeLimits.rule) return { fault: `is longer than ${exchangeLimits.rule} characters` }
  const [from = '', to = '', scopes = '', ...options] = text.split(' ').filter(Boolean)
  const given = new Map<string, string>()
  for (const option of options) {
    const cut = option.indexOf('=')
    const name = option.slice(0, Math.max(0, cut))
    if (name !== 'needs' && name !== 'actors')
      return { fault: `contains "${option}", which is neither needs=<scopes> nor actors=<client ids>` }
    if (given.has(name)) return { fault: `names ${name} twice` }
    given.set(name, option.slice(cut + 1))
  }
  const rule = {
    from,
    to,
    scopes: namesIn(scopes),
    needs: namesIn(given.get('needs') ?? ''),
    actors: namesIn(given.get('actors') ?? ''),
  }
  const fault = resourceFault(rule) ?? scopeFault(rule) ?? optionFault(rule, given)
  return fault === null ? rule : { fault }
}

function resourceFault({ from, to }: ExchangeRule): string | null {
  if (to === '') return 'must be <from resource> <to resource> <scopes> needs=<scopes>'
  const wrong = [from, to].find((identifier) => comparableResource(identifier) === null)
  if (wrong !== undefined) return `names "${wrong}", which is not an absolute URI without a fragment`
  return isSameResource(from, to) ? 'leads from a resource to itself' : null
}

function scopeFault({ scopes, needs }: ExchangeRule): string | null {
  if (scopes.length === 0 || scopes.some((name) => /^(needs|actors)=/.test(name)))
    return 'names no scope of the resource that it leads to'
  const wrong = [...scopes, ...needs].find((name) => !isScopeName(name))
  if (wrong !== undefined) return `contains the scope "${wrong}", which has a character that RFC 6749 does not allow`
  const ofServer = scopes.find((name) => isStandardScope(name) || isServerScope(name))
  return ofServer === undefined ? null : `gives "${ofServer}", which is a scope of this server and means something else`
}

function optionFault({ actors }: ExchangeRule, given: ReadonlyMap<string, string>): string | null {
  if (!given.has('needs'))
    return 'has no needs=: name the scopes that a token must have, or end it with "needs=" if every token for the first resource will do'
  if (given.has('actors') && actors.length === 0) return 'has actors= without the id of a client'
  const wrong = actors.find((id) => !/^[\x20-\x7e]{1,255}$/.test(id))
  return wrong === undefined ? null : `names the actor "${wrong}", which is not the id of a client`
}
