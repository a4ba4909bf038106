import { posix } from 'node:path'
import type { FrameworkName } from '../add/project/project.ts'
import type { Catalogue } from './catalogue.ts'
import type { ClaimTypes } from './claims.ts'

/** The module whose `Register` an application extends. */
const moduleOf: Readonly<Record<FrameworkName, string>> = {
  nextjs: '@vestibule/nextjs',
  nuxt: '@vestibule/nuxt/server',
  'react-router': '@vestibule/remix/react-router',
  remix: '@vestibule/remix',
}

/** Where the file is in an application. The module of Nuxt finds `shared/vestibule.ts`, which its server and its app can import. */
export const pathOf = (framework: FrameworkName, sourceFolder: string): string =>
  framework === 'nuxt' ? 'shared/vestibule.ts' : posix.join(sourceFolder, 'auth/permissions.ts')

/** The file: the names as values and as a type, and the types of claims, in the order of the alphabet. */
export function sourceOf(
  catalogue: Catalogue | null,
  framework: FrameworkName | null,
  claims: ClaimTypes = new Map(),
): string {
  const types = [...claims].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => `      '${name}': ${type}\n`)
  const registered = [
    ...(catalogue ? ['    permission: keyof typeof permissions\n'] : []),
    ...(types.length > 0 ? [`    claims: {\n${types.join('')}    }\n`] : []),
  ]
  return `// Written by \`npx @vestibule/cli permissions\`. Call it again instead of editing it.
${catalogue ? valuesOf(catalogue) : '\nexport const permissions = undefined\n'}
declare module '${framework === null ? '@vestibule/core' : moduleOf[framework]}' {
  interface Register {
${registered.join('')}  }
}
`
}

function valuesOf(catalogue: Catalogue): string {
  const names = [...catalogue].sort(([a], [b]) => (a < b ? -1 : 1))
  const members = names.map(([name, acr]) => `  '${name}': ${acr === null ? '{}' : `{ acr: '${acr}' }`},`)
  return `
/** For the option \`permissions\` of the SDK. */
export const permissions = {
${members.join('\n')}
} as const
`
}
