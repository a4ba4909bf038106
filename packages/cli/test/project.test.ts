import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProject } from '../src/add/project/project.ts'
import { manifest, nextProject, projectOf } from './support.ts'

test.each<[string, Record<string, string>, object]>([
  ['Next.js', nextProject, { framework: 'nextjs', sourceFolder: '', version: [16, 4, 3], typescript: true }],
  [
    'Next.js with src',
    { 'package.json': manifest({ next: '^16.1.0' }), 'src/app/page.js': '' },
    { framework: 'nextjs', sourceFolder: 'src', version: [16, 1, 0], typescript: false },
  ],
  [
    'Next.js with the version that is installed, whatever the range says',
    {
      ...nextProject,
      'package.json': manifest({ next: 'latest' }),
      'node_modules/next/package.json': '{"version":"16.2.5-canary.1"}',
    },
    { framework: 'nextjs', version: [16, 2, 5] },
  ],
  [
    'Nuxt',
    { 'package.json': manifest({ nuxt: '^4.5.2' }), 'app/app.vue': '' },
    { framework: 'nuxt', sourceFolder: 'app', typescript: true },
  ],
  [
    'Nuxt with the folders of Nuxt 3',
    { 'package.json': manifest({ nuxt: '^4.5.2' }), 'pages/index.vue': '' },
    { framework: 'nuxt', sourceFolder: '' },
  ],
  [
    'React Router',
    {
      'package.json': manifest({ 'react-router': '8.4.0' }, { devDependencies: { '@react-router/dev': '8.4.0' } }),
      'app/root.tsx': '',
    },
    { framework: 'react-router', sourceFolder: 'app', version: [8, 4, 0] },
  ],
  [
    'Remix',
    { 'package.json': manifest({ '@remix-run/react': '^2.17.3' }), 'app/root.tsx': '' },
    { framework: 'remix', sourceFolder: 'app' },
  ],
])('%s is found', (_name, files, expected) => {
  expect(findProject(projectOf(files))).toMatchObject({ name: 'my-app', ...expected })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['no project', { 'index.html': '' }, /no package\.json in this folder/],
  ['a broken package.json', { 'package.json': '{' }, /is not JSON/],
  [
    'another framework',
    { 'package.json': manifest({ express: '5.3.0' }) },
    /none of the supported frameworks.*Next\.js.*Nuxt.*Remix/,
  ],
  [
    'React Router as a library',
    { 'package.json': manifest({ 'react-router': '8.4.0' }) },
    /without its framework mode/,
  ],
  ['the Pages Router', { 'package.json': manifest({ next: '16.4.3' }), 'pages/index.tsx': '' }, /App Router/],
  [
    'an old Next.js',
    { ...nextProject, 'package.json': manifest({ next: '15.5.2' }) },
    /Next\.js 15\.5\.2, and Vestibule needs 16\.0\.10/,
  ],
  ['Next.js just before the oldest', { ...nextProject, 'package.json': manifest({ next: '16.0.9' }) }, /16\.0\.10/],
  ['Nuxt 3', { 'package.json': manifest({ nuxt: '^3.17.0' }) }, /Nuxt 3\.17\.0, and Vestibule needs 4\.5\.1/],
  [
    'a router in another folder',
    { 'package.json': manifest({ '@react-router/dev': '8.4.0' }), 'src/root.tsx': '' },
    /no folder app/,
  ],
])('%s is refused with a sentence', (_name, files, message) => {
  expect(() => findProject(projectOf(files))).toThrow(message)
})

test.each<[string, Record<string, string>, string]>([
  ['a lock file of npm', { 'package-lock.json': '{}' }, 'npm'],
  ['a lock file of pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm'],
  ['a lock file of Yarn', { 'yarn.lock': '' }, 'yarn'],
  ['a lock file of Bun', { 'bun.lock': '' }, 'bun'],
  ['nothing', {}, 'npm'],
])('with %s the package manager is %s', (_name, files, packageManager) => {
  const { 'package-lock.json': _, ...project } = nextProject
  const folder = projectOf({ ...project, ...files })
  mkdirSync(join(folder, '.git'))
  expect(findProject(folder).packageManager).toBe(packageManager)
})

test('what package.json pins comes before a lock file, and that of a workspace serves its packages', () => {
  const folder = projectOf({
    'package.json': JSON.stringify({ packageManager: 'pnpm@12.21.0' }),
    'package-lock.json': '{}',
    'apps/web/package.json': manifest({ next: '16.4.3' }),
    'apps/web/app/page.tsx': '',
  })
  expect(findProject(join(folder, 'apps/web')).packageManager).toBe('pnpm')
})
