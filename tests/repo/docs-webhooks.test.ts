import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeActions } from '../../apps/server/src/flows/platform/audit-actions.ts'

test('docs/webhooks.md names every event that is sent', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
  const named = [...page.matchAll(/`([a-z_]+)\.(\*|[a-z_]+)`/g)].map(([, subject, verb]) => [subject, verb])
  const missing = changeActions.filter((action) => {
    const [ofSubject, what] = action.split('.')
    return !named.some(([subject, verb]) => subject === ofSubject && (verb === '*' || verb === what))
  })
  expect(missing).toEqual([])
})
