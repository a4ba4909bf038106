/** Text that is not JSON, is not one object where that is asked for, or has a member twice. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
}

/**
 * The tokens of JSON text that `JSON.parse` has accepted: strings, and what begins and ends objects and arrays. Without a
 * closing quotation mark a string ends with the text, so that none is read twice.
 */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/gs

/**
 * JSON from outside. A member that is there twice is refused: who reads the first and who reads the last would see two
 * different objects (RFC 8259 section 4).
 * `maxDepth`: how many objects and arrays may be open at once.
 * @throws JsonFault
 */
export function parseJson(text: string, maxDepth = Number.POSITIVE_INFINITY): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new JsonFault('is not JSON')
  }
  checkMembers(text, maxDepth)
  return value
}

/** The same for what has to be an object. @throws JsonFault */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new JsonFault('is not a JSON object')
  return value as Record<string, unknown>
}

function checkMembers(text: string, maxDepth: number): void {
  /** The names of each object that is open, from the outermost; null for an array. */
  const open: (Set<string> | null)[] = []
  let string = ''
  for (const [token] of text.matchAll(tokens)) {
    if (open.length > maxDepth) throw new JsonFault('is nested too deeply')
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const name = JSON.parse(string) as string
      const names = open.at(-1)
      if (names?.has(name)) throw new JsonFault('has a member twice')
      names?.add(name)
    } else if (token !== ',') string = token
  }
}

/** A member of an object by its own name; what every object inherits is not its own. */
export const memberOf = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
