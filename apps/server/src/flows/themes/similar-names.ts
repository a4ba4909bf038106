import { listOrganizations } from '../../store/prisma/organizations/organizations.ts'
import type { Deps } from '../platform/deps.ts'

/** Letters and digits that are read as another one (a part of Unicode UTS 39, "confusables"), after folding the case. */
const lookAlikes: readonly (readonly [letter: string, alike: string])[] = [
  ['a', 'аɑαӓ@'],
  ['b', 'вь'],
  ['c', 'сϲ'],
  ['d', 'ԁ'],
  ['e', 'еёєε3'],
  ['g', 'ɡԍ'],
  ['h', 'һн'],
  ['i', 'іıїι'],
  ['j', 'ј'],
  ['k', 'кκ'],
  ['l', 'ӏ1|'],
  ['m', 'м'],
  ['n', 'ոпη'],
  ['o', 'оοօσ0'],
  ['p', 'рρ'],
  ['q', 'ԛ'],
  ['r', 'г'],
  ['s', 'ѕ5$'],
  ['t', 'тτ'],
  ['u', 'υս'],
  ['v', 'ѵν'],
  ['w', 'ѡԝ'],
  ['x', 'хχ'],
  ['y', 'уүγ'],
]

const letterFor = new Map(lookAlikes.flatMap(([letter, alike]) => [...alike].map((character) => [character, letter])))

/** What two names that look alike have in common: letters alone, without case, accents, blanks and look-alikes. */
function skeletonOf(name: string): string {
  const folded = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  return [...folded]
    .map((character) => letterFor.get(character) ?? character)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[il]/g, 'l')
}

/** Names of the server, its clients and other organizations that a name looks like or contains. For an operator's answer. */
export async function findSimilarNames(deps: Deps, organizationId: string, name: string): Promise<string[]> {
  const skeleton = skeletonOf(name)
  const contains = (other: string) => {
    const part = skeletonOf(other)
    return part.length > 2 && skeleton.includes(part)
  }
  const products = [deps.config.brand.name, ...[...deps.clients.all()].map((client) => client.name)].filter(contains)
  const readable = [...name.normalize('NFKD').toLowerCase()]
    .map((character) => letterFor.get(character) ?? character)
    .join('')
  const found = await Promise.all(
    [name.toLowerCase(), readable].map((query) => listOrganizations(deps.db, { after: null, limit: 20, query })),
  )
  const organizations = found
    .flat()
    .filter((other) => other.id !== organizationId && skeletonOf(other.name) === skeleton)
    .map((other) => other.name)
  return [...new Set([...products, ...organizations])]
}
