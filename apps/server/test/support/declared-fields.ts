import { declareField } from '../../src/flows/management/fields/fields.ts'
import { system } from '../../src/flows/platform/audit.ts'
import { fieldTypes } from '../../src/oidc/fields/field.ts'
import type { TestWorld } from './world.ts'

/** One of each type, that everybody reads and writes who may. */
export async function declareEveryField({ deps }: TestWorld): Promise<void> {
  const options = { red: { en: 'Red' }, blue: { en: 'Blue' } }
  const someone = ['person', 'operator', 'client']
  for (const [index, type] of fieldTypes.entries())
    await declareField(deps, system, {
      ...{ key: `a_${type}`, of: (['person', 'membership'] as const)[index % 2], type, names: { en: `A ${type}` } },
      ...{ reads: someone, writes: someone, ...(type.startsWith('choice') ? { options } : {}) },
    })
  const owners = { reads: ['person', 'owner'], writes: ['owner'], names: { en: 'Of the organization' } }
  await declareField(deps, system, { key: 'plan', of: 'organization', type: 'text', ...owners })
}
