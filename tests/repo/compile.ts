import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { types as nuxtTypes } from '../../packages/nuxt/src/build-time/types.ts'

// Compiles examples of the documentation against the sources of the published packages.

const root = join(import.meta.dirname, '../..')

/** What Nuxt provides in an application without an import. */
const nuxtGlobals = `import type * as app from ${JSON.stringify(join(root, 'packages/nuxt/src/runtime/app/user-session'))}
import type * as server from ${JSON.stringify(join(root, 'packages/nuxt/src/runtime/server/session'))}
import type * as h3 from 'h3'
import type * as ours from '@vestibule/nuxt/server'
import type * as config from 'nuxt/config'
import type {} from '@nuxt/nitro-server/dist/augments.mjs'
declare global {
  const defineEventHandler: typeof h3.defineEventHandler
  const $fetch: (url: string, options: { headers: Record<string, string> }) => Promise<unknown>
  const useUserSession: typeof app.useUserSession
  const useUser: typeof app.useUser
  const can: typeof app.can
  type UserSession = app.UserSession
  const getUserSession: typeof server.getUserSession
  const requireUser: typeof server.requireUser
  const withAuth: typeof server.withAuth
  const defineAuthHandler: typeof server.defineAuthHandler
  const getAccessToken: typeof server.getAccessToken
  const verifyBearer: typeof server.verifyBearer
  const defineVestibuleOptions: typeof ours.defineVestibuleOptions
  const memoryStore: typeof ours.memoryStore
  const unstorageStore: typeof ours.unstorageStore
  const defineNuxtConfig: typeof config.defineNuxtConfig
  const useStorage: (base: string) => Parameters<typeof ours.unstorageStore>[0]
}
`

/** The folder that a package is in. pnpm links its dependencies beside it. */
const folderOf = (path: string, name: string): string => realpathSync(join(path, name)).slice(0, -name.length)
const nuxtFolder = folderOf(join(root, 'packages/nuxt/node_modules'), 'nuxt')
const nitroFolder = folderOf(nuxtFolder, '@nuxt/nitro-server')
const from = (folder: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, [join(folder, name)]]))
const source = (path: string) => [join(root, 'packages', path)]
const paths = {
  '@vestibule/core': source('core/src/index.ts'),
  '@vestibule/core/*': source('core/src/*.ts'),
  '@vestibule/nextjs': source('nextjs/src/index.ts'),
  '@vestibule/nextjs/client': source('nextjs/src/client.tsx'),
  '@vestibule/nuxt': source('nuxt/src/module.ts'),
  '@vestibule/nuxt/server': source('nuxt/src/server.ts'),
  '@vestibule/remix': source('remix/src/index.ts'),
  '@vestibule/remix/client': source('remix/src/client.ts'),
  '@vestibule/remix/react-router': source('remix/src/react-router.ts'),
  // Its sources are the server's too.
  '@vestibule/testing': source('testing/dist/index.d.ts'),
  vitest: [join(root, 'node_modules/vitest')],
  '@playwright/test': [join(root, 'examples/nextjs/node_modules/@playwright/test')],
  h3: source('nuxt/node_modules/h3'),
  'openid-client': [join(root, 'tests/e2e/node_modules/openid-client')],
  oauth4webapi: source('core/node_modules/oauth4webapi'),
  ...from(nuxtFolder, 'nuxt', 'nuxt/*', '@nuxt/*', 'vue-router'),
  ...from(nitroFolder, 'nitropack', 'nitropack/*', 'unstorage', 'unstorage/*'),
  react: source('nextjs/node_modules/@types/react'),
  'react/*': source('nextjs/node_modules/@types/react/*'),
}

/** What the compiler says about these files of an application that has the package installed; empty if nothing is wrong. */
export function compile(
  files: ReadonlyMap<string, string>,
  name: 'core' | 'nextjs' | 'nuxt' | 'remix' | 'testing',
): string {
  const project = mkdtempSync(join(tmpdir(), 'vestibule-compile-'))
  for (const [file, code] of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), `${code}\nexport {}\n`)
  }
  const types = ['imports.d.ts', 'templates.d.ts'].map((file) => join(root, 'packages/nuxt/src/runtime', file))
  if (name === 'nuxt') {
    writeFileSync(join(project, 'globals.d.ts'), nuxtGlobals)
    writeFileSync(join(project, 'vestibule.d.ts'), nuxtTypes)
  }
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      types: ['node'],
      jsx: 'react-jsx',
      paths,
      typeRoots: [join(root, 'packages/core/node_modules/@types')],
    },
    include: [project, ...(name === 'nuxt' ? types : [])],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  try {
    return execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' })
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}
