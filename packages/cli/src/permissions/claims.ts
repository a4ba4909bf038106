import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { jsonObject } from '../add/http.ts'
import { CommandError } from '../command.ts'
import { requestItems, sizeLimit } from './catalogue.ts'

/** The claims of an application that are fields of the provider: their types in TypeScript. */
export type ClaimTypes = ReadonlyMap<string, string>

const claimPattern = /^[A-Za-z][A-Za-z0-9_./:-]{0,127}$/
const fieldPattern = /^(person|organization|membership)\.[a-z][a-z0-9_]{1,31}$/
const optionPattern = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** Where the fields are declared: FIELDS_FILE, or a server with an access token. */
export type FieldSource = { file: string } | { issuer: string; token: string }

/** The types of claims such as `plan:organization.plan`, written as in `OIDC_CLIENT_0_CLAIMS`. @throws CommandError */
export async function readClaimTypes(folder: string, claims: string, source: FieldSource): Promise<ClaimTypes> {
  const declared =
    'file' in source ? readFields(folder, source.file) : await requestItems(source, 'fields', 'fields:read')
  const types = new Map<string, string>()
  for (const item of claims.split(',').map((text) => text.trim())) {
    const at = item.lastIndexOf(':')
    const [name, id] = [item.slice(0, Math.max(0, at)), item.slice(at + 1)]
    // Names become source code: none may be anything else.
    if (!claimPattern.test(name) || !fieldPattern.test(id))
      throw new CommandError(`--claims has ${JSON.stringify(item.slice(0, 80))}, which is no claim and field.`, 2)
    const field = declared.find(({ of, key }) => `${of}.${key}` === id)
    if (!field) throw new CommandError(`There is no field ${id}.`)
    types.set(name, typeOf(id, field))
  }
  return types
}

function readFields(folder: string, path: string): Record<string, unknown>[] {
  const file = resolve(folder, path)
  if (!existsSync(file))
    throw new CommandError(`There is no ${path} in this folder: name it by --fields, or the server by --issuer.`)
  if (statSync(file).size > sizeLimit) throw new CommandError(`${path} has more than ${sizeLimit} bytes.`)
  const fields = jsonObject(readFileSync(file, 'utf8'))?.fields
  if (!Array.isArray(fields)) throw new CommandError(`${path} has no list "fields".`)
  return fields.filter((field) => typeof field === 'object' && field !== null)
}

function typeOf(id: string, { type, options }: Record<string, unknown>): string {
  if (type === 'integer') return 'number'
  if (type === 'boolean') return 'boolean'
  if (type !== 'choice' && type !== 'choices') return 'string'
  const keys = typeof options === 'object' && options !== null ? Object.keys(options) : []
  if (keys.length === 0 || keys.some((key) => !optionPattern.test(key)))
    throw new CommandError(`The field ${id} has no options, or one that is no name.`)
  const union = keys.map((key) => `'${key}'`).join(' | ')
  return type === 'choice' ? union : `readonly (${union})[]`
}
