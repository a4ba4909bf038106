import { commonAttributes, type ResourceType } from './attributes.ts'
import { invalidValue } from './faults.ts'
import { findAttribute } from './paths.ts'

const maxNames = 100

/** Which attributes an answer has (RFC 7644 section 3.9). */
export interface Projection {
  /** Paths of a document, in small letters: `name`, `name.familyname`, and below the extension `urn:...:user.department`. */
  only: ReadonlySet<string> | null
  except: ReadonlySet<string>
}

/** Everything that is returned by default. */
export const wholeResource: Projection = { only: null, except: new Set() }

/** What `attributes` and `excludedAttributes` choose. Names that are not in the table choose nothing. @throws ScimFault */
export const parseProjection = (
  type: ResourceType,
  attributes: readonly string[] | null,
  excluded: readonly string[] | null,
): Projection => ({
  only: attributes && attributes.length > 0 ? new Set(pathsOf(type, attributes)) : null,
  except: new Set(attributes && attributes.length > 0 ? [] : pathsOf(type, excluded ?? [])),
})

/** A list of names in a query. */
export const namesIn = (text: string | undefined): string[] | null =>
  text === undefined ? null : text.split(',', maxNames + 1).flatMap((name) => name.trim() || [])

function pathsOf(type: ResourceType, names: readonly string[]): string[] {
  if (names.length > maxNames) throw invalidValue(`more than ${maxNames} attributes are named`)
  return names.flatMap((name) => {
    const found = findAttribute(type, name)
    if (!found) return []
    const steps = found.steps.map((step) => step.name)
    return [(found.extension && type.extension ? [type.extension.schema.id, ...steps] : steps).join('.').toLowerCase()]
  })
}

const always = new Set(commonAttributes.flatMap(({ name, returned }) => (returned === 'always' ? [name] : [])))

/** Whether anything of an attribute is in the answer, so that what nobody asked for is not read from the database. */
export const includes = ({ only, except }: Projection, name: string): boolean => {
  const path = name.toLowerCase()
  return only ? [...only].some((wanted) => wanted === path || wanted.startsWith(`${path}.`)) : !except.has(path)
}

/** The chosen part of a document. */
export function projected(document: Record<string, unknown>, projection: Projection): Record<string, unknown> {
  if (!projection.only && projection.except.size === 0) return document
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]): [string, unknown][] => {
      if (always.has(name)) return [[name, value]]
      const part = partOf(value, name.toLowerCase(), projection)
      return part === undefined ? [] : [[name, part]]
    }),
  )
}

/** A value with what is chosen of it. Undefined if that is nothing. */
function partOf(value: unknown, path: string, projection: Projection): unknown {
  const { only, except } = projection
  if (only?.has(path)) return value
  if (except.has(path)) return undefined
  if (typeof value !== 'object' || value === null) return only ? undefined : value
  if (Array.isArray(value)) {
    const entries = value.flatMap((entry) => partOf(entry, path, projection) ?? [])
    return entries.length > 0 ? entries : undefined
  }
  const members = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const part = partOf(inner, `${path}.${name.toLowerCase()}`, projection)
    return part === undefined ? [] : [[name, part]]
  })
  return members.length > 0 ? Object.fromEntries(members) : undefined
}
