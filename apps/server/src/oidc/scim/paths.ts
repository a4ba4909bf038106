import { type Attribute, attributeNamed, commonAttributes, type ResourceType } from './attributes.ts'

/** An attribute of a resource, from the outermost: `emails`, then `value`. */
export interface AttributePath {
  /** It belongs to the extension of the resource. With no steps it is the extension itself. */
  extension: boolean
  steps: Attribute[]
}

/** `name.familyName`, `emails.value`, `enterprise.manager.value`: how an attribute is called in our values and filters. */
export const pathName = (path: AttributePath, type: ResourceType): string =>
  [
    ...(path.extension && type.extension ? [type.extension.attribute.name] : []),
    ...path.steps.map(({ name }) => name),
  ].join('.')

/** The attributes that a text begins in, and what is left of it after a URN (RFC 7644 section 3.10). */
function afterUrn(type: ResourceType, text: string): { extension: boolean; rest: string } | null {
  if (!/^urn:/i.test(text)) return { extension: false, rest: text }
  const small = text.toLowerCase()
  const { schema, extension } = type
  for (const [id, isExtension] of [
    [schema.id, false],
    [extension?.schema.id, true],
  ] as const) {
    if (id === undefined) continue
    const urn = id.toLowerCase()
    if (small === urn) return { extension: isExtension, rest: '' }
    if (small.startsWith(`${urn}:`)) return { extension: isExtension, rest: text.slice(urn.length + 1) }
  }
  return null
}

/** The attribute that a text names, with or without its URN. Null for one that is not in the table. */
export function findAttribute(type: ResourceType, text: string): AttributePath | null {
  const found = afterUrn(type, text)
  if (!found) return null
  const { extension, rest } = found
  if (rest === '') return extension ? { extension, steps: [] } : null
  const own = extension ? type.extension?.schema.attributes : type.schema.attributes
  const [name = '', sub, ...more] = rest.split('.', 3)
  const attribute = attributeNamed(own ?? [], name) ?? (extension ? null : attributeNamed(commonAttributes, name))
  if (!attribute || more.length > 0) return null
  if (sub === undefined) return { extension, steps: [attribute] }
  const subAttribute = attributeNamed(attribute.subAttributes, sub)
  return subAttribute && { extension, steps: [attribute, subAttribute] }
}
