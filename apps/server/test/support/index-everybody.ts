import { PeopleIndex } from '../../src/flows/platform/people-index.ts'
import type { TestWorld } from './world.ts'

/** Indexes people whom a test has put into the database itself, as a server does with those of an older version. */
export async function indexEverybody({ deps }: TestWorld): Promise<void> {
  const index = new PeopleIndex(deps)
  do await index.step()
  while (!index.waits)
}
