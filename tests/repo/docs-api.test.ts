import { expect, test } from 'vitest'
import { operations } from '../../apps/server/src/routes/management-api/operations.ts'
import { bodyExamples } from '../../scripts/docs/api-examples.ts'

const withBody = operations.filter((operation) => operation.body)
const nameOf = ({ body }: (typeof operations)[number]) => String(body?.meta()?.id)

test.each(withBody.map((operation) => [operation.id, operation] as const))(
  'the documentation of %s has a body that the operation accepts',
  (_id, operation) => {
    const example = bodyExamples[nameOf(operation)]
    expect(example, `${nameOf(operation)} in scripts/docs/api-examples.ts`).toBeDefined()
    expect(() => operation.prepare(JSON.stringify(example))).not.toThrow()
  },
)

test('every example is of an operation', () => {
  const names = withBody.map(nameOf)
  expect(Object.keys(bodyExamples).filter((name) => !names.includes(name))).toEqual([])
})
