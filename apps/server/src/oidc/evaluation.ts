import { memberOf } from './json.ts'
import { isDelegated } from './token-exchange.ts'

// OpenID AuthZEN, Authorization API 1.0: what a client asks about somebody, and what it is answered.

type JsonObject = Record<string, unknown>

/** Whether a subject may do an action on a resource, as far as this server reads it. */
export interface Evaluation {
  subject: Entity
  resource: Entity
  action: {
    name: string
    /** The API whose scope the action is. Null for a permission of the application. */
    api: string | null
  }
  context: {
    /** Of the subject's sign-in; empty if it is not said. */
    acr: string
    /** An operator acts as the subject: the `act` of their token, which names no client. */
    impersonated: boolean
  }
}

export interface Entity {
  type: string
  id: string
}

export interface Decision {
  decision: boolean
  context?: JsonObject
}

/** What can't be evaluated: 400 for a request that is not as the specification says, 403 for what the client may not ask. */
export class EvaluationFault extends Error {
  override readonly name = 'EvaluationFault'
  constructor(
    message: string,
    readonly status: 400 | 403 = 400,
  ) {
    super(message)
  }
}

/** What a request has several of is evaluated until there is this decision. Null: all of it. */
const semantics: ReadonlyMap<unknown, boolean | null> = new Map([
  ['execute_all', null],
  ['deny_on_first_deny', false],
  ['permit_on_first_permit', true],
])

/** The items of a request for several evaluations, each with the defaults of the request, and when to stop. */
export interface Evaluations {
  items: readonly JsonObject[]
  until: boolean | null
}

/** Items of a request. */
const maxEvaluations = 50

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function optionalObject(parent: JsonObject, name: string, path = name): JsonObject {
  const value = memberOf(parent, name)
  if (value === undefined) return {}
  if (!isObject(value)) throw new EvaluationFault(`${path} must be an object`)
  return value
}

function requiredObject(parent: JsonObject, name: string): JsonObject {
  if (memberOf(parent, name) === undefined) throw new EvaluationFault(`${name} is missing`)
  return optionalObject(parent, name)
}

/** Text that a database can be asked for. */
function requiredText(parent: JsonObject, name: string, path: string): string {
  const value = memberOf(parent, name)
  if (value === undefined) throw new EvaluationFault(`${path} is missing`)
  if (typeof value !== 'string') throw new EvaluationFault(`${path} must be a string`)
  if (value.includes('\0') || !value.isWellFormed()) throw new EvaluationFault(`${path} is not text`)
  return value
}

function readEntity(request: JsonObject, name: string): Entity {
  const entity = requiredObject(request, name)
  const read = { type: requiredText(entity, 'type', `${name}.type`), id: requiredText(entity, 'id', `${name}.id`) }
  optionalObject(entity, 'properties', `${name}.properties`)
  return read
}

/** The request of the Access Evaluation API. Members that it does not know are ignored. @throws EvaluationFault */
export function parseEvaluation(request: JsonObject): Evaluation {
  const action = requiredObject(request, 'action')
  const properties = optionalObject(action, 'properties', 'action.properties')
  const context = optionalObject(request, 'context')
  const [acr, act] = [memberOf(context, 'acr'), memberOf(context, 'act')]
  return {
    subject: readEntity(request, 'subject'),
    resource: readEntity(request, 'resource'),
    action: {
      name: requiredText(action, 'name', 'action.name'),
      api:
        memberOf(properties, 'resource') === undefined
          ? null
          : requiredText(properties, 'resource', 'action.properties.resource'),
    },
    context: {
      acr: typeof acr === 'string' ? acr : '',
      impersonated: act !== undefined && !isDelegated(act),
    },
  }
}

/**
 * The request of the Access Evaluations API. What an item leaves out is that of the request, whole. Null for a request
 * without items, which is one evaluation. @throws EvaluationFault
 */
export function parseEvaluations(request: JsonObject): Evaluations | null {
  const given = memberOf(request, 'evaluations')
  const items: unknown = given === undefined ? [] : given
  if (!Array.isArray(items)) throw new EvaluationFault('evaluations must be an array')
  if (items.length > maxEvaluations) throw new EvaluationFault(`evaluations are more than ${maxEvaluations}`)
  const semantic = memberOf(optionalObject(request, 'options'), 'evaluations_semantic')
  const until = semantics.get(semantic === undefined ? 'execute_all' : semantic)
  if (until === undefined) throw new EvaluationFault('options.evaluations_semantic is not known')
  if (items.length === 0) return null
  // An item that is no object is evaluated, and refused, like one without any member.
  return { items: items.map((item: unknown) => (isObject(item) ? { ...request, ...item } : {})), until }
}
