import { plainName } from '../oidc/dynamic-clients/third-party-clients.ts'
import { canonicalTag, type ScopeText, type ScopeTexts } from '../oidc/scope-texts.ts'
import type { EnvironmentReader } from './environment.ts'

const maxLength = 65_536
const maxDescription = 200
const example = '{"orders:read":{"en":{"name":"See orders","description":"See what you ordered and when."}}}'

/** What the scopes of a resource are called: a JSON object by scope and language, or a file with one. */
export function readScopeTexts(reader: EnvironmentReader, name: string, scopes: readonly string[]): ScopeTexts {
  const text = reader.secret(name)
  if (text === null) return new Map()
  const fail = (fault: string): ScopeTexts => {
    reader.fault(name, fault, example)
    return new Map()
  }
  if (text.length > maxLength) return fail(`is longer than ${maxLength} characters`)
  const byScope = entriesOf(parsed(text))
  if (!byScope) return fail('is not a JSON object of scopes')
  const texts = new Map<string, Map<string, ScopeText>>()
  for (const [scope, value] of byScope) {
    if (!scopes.includes(scope)) return fail(`names "${scope}", which is not one of SCOPES`)
    const byLanguage = entriesOf(value)
    if (!byLanguage) return fail(`has no object of languages for "${scope}"`)
    const languages = new Map<string, ScopeText>()
    for (const [language, members] of byLanguage) {
      const tag = canonicalTag(language)
      if (tag === null) return fail(`has "${language}" for "${scope}", which is not a language such as en or pt-BR`)
      const read = readText(members)
      if (typeof read === 'string') return fail(`has a text for "${scope}" in ${tag} ${read}`)
      languages.set(tag, read)
    }
    if (languages.size > 0) texts.set(scope, languages)
  }
  return texts
}

/** @returns the text, or what is wrong with it */
function readText(value: unknown): ScopeText | string {
  const members = new Map(entriesOf(value) ?? [])
  const name = members.get('name')
  const description = members.get('description') ?? ''
  if (typeof name !== 'string' || name.trim() === '') return 'without a name'
  if (plainName(name) !== name) return 'whose name is longer than 80 characters, or more than one line of plain text'
  if (
    typeof description !== 'string' ||
    description.length > maxDescription ||
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(description)
  )
    return `whose description is longer than ${maxDescription} characters, or more than one line of plain text`
  const unknown = [...members.keys()].find((member) => member !== 'name' && member !== 'description')
  return unknown === undefined ? { name, description: description || null } : `with "${unknown}", which is not known`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const entriesOf = (value: unknown): [string, unknown][] | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
