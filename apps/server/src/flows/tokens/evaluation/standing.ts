import { type Evaluation, EvaluationFault } from '../../../oidc/evaluation.ts'
import { judge } from '../../../oidc/permissions.ts'
import { isSameResource, type Resource } from '../../../oidc/resources.ts'
import { type ApiKeyUse, findApiKey } from '../../../store/hot/api-keys.ts'
import { findMember } from '../../../store/hot/people.ts'
import type { Deps } from '../../platform/deps.ts'
import { rightsOfKey } from '../api-keys.ts'
import type { Evaluator } from './evaluator.ts'

/** What is asked for. */
interface Asked {
  /** Null for a permission of the application. */
  api: Resource | null
  name: string
  permission: Parameters<typeof judge>[0]
}

/** Null for what nobody declared. @throws EvaluationFault 403 for an API that the client may not ask about */
export function askedOf({ resources, permissions }: Deps, { client }: Evaluator, { action }: Evaluation): Asked | null {
  const { api: identifier, name } = action
  if (identifier === null) {
    const permission = permissions.application.find((declared) => declared.name === name)
    return permission ? { api: null, name, permission } : null
  }
  if (!client.audiences.some((audience) => isSameResource(audience, identifier)))
    throw new EvaluationFault('the API is not in the AUDIENCES of the client', 403)
  const api = resources.find(identifier)
  if (!api?.permissions || !api.scopes.includes(name)) return null
  return { api, name, permission: permissions.ofScope(api, name) }
}

/** What a subject is in an organization: whether they hold what is asked for, if they belong to it. */
export type Standing = null | 'disabled' | ((asked: Asked, evaluation: Evaluation) => ReturnType<typeof judge>)

export async function readStanding(deps: Deps, { subject, resource }: Evaluation): Promise<Standing> {
  if (resource.type !== 'organization') return null
  if (subject.type === 'user') {
    const holder = await findMember(deps.db, subject.id, resource.id)
    if (!holder || holder.disabled) return holder && 'disabled'
    return ({ permission }, { context }) => judge(permission, { holder, ...context })
  }
  if (subject.type !== 'api_key') return null
  const key = await findApiKey(deps.db, subject.id, deps.now())
  return key?.organizationId === resource.id ? standingOfKey(deps, key) : null
}

/** A key signs nobody in, so that no sign-in makes it stronger. */
function standingOfKey(deps: Deps, { usable, ...key }: ApiKeyUse): Standing {
  if (!usable) return 'disabled'
  const rights = rightsOfKey(deps, { ...key, usable })
  return ({ api, name }) => (rights && rights.resource === api && rights.scope.includes(name) ? 'held' : 'not_held')
}
