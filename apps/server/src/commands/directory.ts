import { closeDirectory, listDirectories, pauseDirectory, resumeDirectory } from '../flows/directory/directories.ts'
import type { DirectoryRecord } from '../flows/directory/types.ts'
import { type Actor, system } from '../flows/platform/audit.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { allPages, type Command, listCommand, orExplain, organizationOf, withDelivery } from './command.ts'

const perPage = 200

type ListedDirectory = DirectoryRecord & { slug: string; name: string }

const list = listCommand({
  about: 'list the companies’ directories of organizations',
  rows: (deps) =>
    allPages<ListedDirectory, string>(async (after) => {
      const rows = await listDirectories(deps, { after, limit: perPage })
      return { rows, next: rows.length === perPage ? (rows.at(-1)?.id ?? null) : null }
    }),
  cells: ({ slug, name, pausedAt, closedAt, lastRequestAt }) => [
    ...[slug, name, closedAt ? 'off' : pausedAt ? 'paused' : 'on'],
    lastRequestAt ? `last request ${lastRequestAt.toISOString()}` : '',
  ],
})

type Act = (deps: Deps, actor: Actor, organizationId: string) => Promise<void>

const command = (about: string, done: (name: string) => string, act: Act): Command => ({
  takes: '<organization>',
  about,
  run: ([slug = '']) =>
    withDelivery(async ({ deps }) => {
      const { id, name } = await organizationOf(deps, slug)
      await orExplain(act(deps, system, id), { 'not-found': `${name} has no directory` })
      console.log(done(name))
    }),
})

export const directory: readonly (readonly [string, Command])[] = [
  ['directory list', list],
  [
    'directory pause',
    command(
      'answer the directory of an organization with 503, by its short name; nobody gains or loses access',
      (name) => `the directory of ${name} is paused`,
      pauseDirectory,
    ),
  ],
  [
    'directory resume',
    command(
      'take the requests of the directory of an organization again',
      (name) => `the directory of ${name} is resumed`,
      resumeDirectory,
    ),
  ],
  [
    'directory off',
    command(
      'turn the directory of an organization off; its tokens end, and members stay members',
      (name) => `the directory of ${name} is turned off`,
      closeDirectory,
    ),
  ],
]
