import type { ClientMember, ClientMetadata } from '../../../config/client-metadata.ts'
import type { ClientMetadataChange } from '../../../flows/management/clients/client-metadata.ts'
import { formField } from '../../../http/forms.ts'
import type { Params } from '../../../oidc/params.ts'
import {
  type ApplicationMember,
  type MemberInput,
  type MemberValues,
  mainMembers,
  otherMembers,
} from '../../../pages/console/applications/members.ts'
import type { ApplicationKind } from '../../../pages/console/applications/new.tsx'

/** Every member has its field: saving a form that leaves one out would reset it. */
const inputs: Readonly<Record<ClientMember, MemberInput>> = { ...mainMembers, ...otherMembers }
const applicationMembers = Object.entries(inputs) as [ClientMember, MemberInput][]

/** The fields of a form, as they were sent. */
export const valuesOf = (params: Params): MemberValues =>
  Object.fromEntries([
    ...applicationMembers.map(([name]) => [name, formField(params, name)]),
    ['client_id', formField(params, 'client_id').trim()],
  ])

/** The same of a client that exists. */
export const valuesOfMetadata = (metadata: ClientMetadata): MemberValues =>
  Object.fromEntries(
    applicationMembers.map(([name, { kind }]) => {
      const value = metadata[name]
      if (value === undefined || value === null) return [name, '']
      if (kind === 'flag') return [name, value === true ? 'yes' : '']
      if (kind === 'json') return [name, JSON.stringify(value, null, 2)]
      return [name, Array.isArray(value) ? value.join('\n') : String(value)]
    }),
  )

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** What a text of JSON holds; the text itself where it is none, which the check then refuses. */
function parsedJson(text: string): object | string {
  try {
    return JSON.parse(text) as object
  } catch {
    return text
  }
}

const numbers: readonly ApplicationMember[] = ['access_token_ttl', 'default_max_age', 'federated_max_life']

function memberOf(name: ApplicationMember, { kind }: MemberInput, text: string): ClientMetadataChange[ClientMember] {
  const trimmed = text.trim()
  if (kind === 'flag') return trimmed === 'yes'
  if (trimmed === '') return null
  if (kind === 'lines') return linesOf(trimmed)
  if (kind === 'json') return parsedJson(trimmed)
  if (name === 'scope') return trimmed.split(/[\s,]+/).join(' ')
  return numbers.includes(name) && /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed
}

/** All members of a form that has all of them: an empty field restores the default. */
export const changeOf = (values: MemberValues): ClientMetadataChange =>
  Object.fromEntries(applicationMembers.map(([name, input]) => [name, memberOf(name, input, values[name] ?? '')]))

const kinds: Record<ApplicationKind, ClientMetadata> = {
  web: { grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'client_secret_basic' },
  public: { grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'none' },
  service: { grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_basic' },
}

/** The metadata of a new application: what was typed, and what its kind stands for. */
export const newMetadata = (values: MemberValues, kind: ApplicationKind): ClientMetadataChange => {
  const lines = (name: ApplicationMember) => linesOf(values[name] ?? '')
  return {
    ...kinds[kind],
    client_name: values.client_name ?? '',
    redirect_uris: lines('redirect_uris'),
    post_logout_redirect_uris: lines('post_logout_redirect_uris'),
    scope: (values.scope ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .join(' '),
  }
}
