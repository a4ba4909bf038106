import type * as z from 'zod'

/** The types of JSON, with their articles. */
const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const counted = (origin: string, count: unknown): string =>
  origin === 'string' ? `${count} characters` : origin === 'array' ? `${count} items` : String(count)

/**
 * Which member of a value breaks its schema, and how. The validator's messages are for the author of the schema; those
 * that a schema itself gives are kept.
 */
export function faultOf(issue: z.core.$ZodIssue): { field: string; fault: string } {
  const field = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return { field, fault: wordsOf(issue) }
  return { field: [...issue.path, issue.keys[0]].join('.'), fault: 'is not a known member' }
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too big|Too small)/.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${types[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `must ${hasCount(issue.origin) ? 'have' : 'be'} at most ${counted(issue.origin, issue.maximum)}`
    case 'too_small':
      return `must ${hasCount(issue.origin) ? 'have' : 'be'} at least ${counted(issue.origin, issue.minimum)}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    default:
      return 'is not valid'
  }
}

const hasCount = (origin: string): boolean => origin === 'string' || origin === 'array'
