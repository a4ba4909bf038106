// What holds for every source of the server and the published packages. ARCHITECTURE.md says why.
import { dirname } from 'node:path'
import type { SourceFile } from './measure.ts'

/** A folder may have more files if all are of one kind: `oneKind` in exceptions.ts. */
export const limits = { fileLines: 400, functionLines: 60, folderFiles: 20 }

export const sourceFolders = [
  'apps/server/src',
  'packages/cli/src',
  'packages/core/src',
  'packages/nextjs/src',
  'packages/nuxt/src',
  'packages/remix/src',
  'packages/testing/src',
]

/** Words in several languages in one file: as long as there is something to say. */
export const isCatalogue = (path: string) => /words\.ts$/.test(path)

/** The modules of the server from top to bottom. An import only goes down, and never sideways. */
const serverOrder: string[][] = [
  ['main', 'cli'],
  ['commands'],
  ['server-process'],
  ['app', 'serve', 'workers'],
  ['runtime'],
  ['background'],
  ['routes'],
  ['telemetry'],
  ['http', 'pages'],
  ['flows'],
  ['store', 'mail', 'outbound'],
  ['config', 'logging', 'compile-cache'],
  ['words'],
  ['crypto'],
  ['oidc'],
]

/** What a folder of the server is, for whoever breaks its rule, and what it does not import though the order may allow it. */
interface FolderRule {
  folder: string
  because: string
  /** Folders or files of the server; `*` is every file beside the modules. */
  never: string[]
}

/** What a folder may not import of packages is in `biome.json`. */
const folderRules: FolderRule[] = [
  {
    folder: 'oidc',
    because: 'oidc/ is the protocol as pure values: it imports no other module, no HTTP and no database',
    never: [],
  },
  { folder: 'crypto', because: 'crypto/ knows oidc/ and nothing above it', never: [] },
  {
    folder: 'words',
    because: 'words/ are messages and languages: they import no other module',
    never: ['crypto', 'oidc'],
  },
  {
    folder: 'config',
    because: 'config/ reads the environment into values: it knows oidc/ and nothing else',
    never: ['words', 'crypto', '*'],
  },
  ...['mail', 'outbound'].map((folder) => ({
    folder,
    because: 'mail/ and outbound/ are edges: they import no other module but words/',
    never: ['config', 'crypto', 'oidc', '*'],
  })),
  {
    folder: 'store',
    because: 'store/ imports only downwards: oidc/, crypto/ and the types of config/',
    never: ['*'],
  },
  {
    folder: 'store/hot',
    because: 'store/hot/ is prepared statements only: Prisma costs twenty times as much (docs/decisions/0009)',
    never: ['store/generated/sqlite', 'store/generated/postgresql', 'store/prisma', 'store/beyond-prisma'],
  },
  {
    folder: 'store/beyond-prisma',
    because: 'store/beyond-prisma/ is prepared statements only: what Prisma can express belongs to store/prisma/',
    never: ['store/generated/sqlite', 'store/generated/postgresql', 'store/prisma'],
  },
  {
    folder: 'store/prisma',
    because:
      'store/prisma/ asks by Prisma: a statement belongs to store/hot/ or store/beyond-prisma/ (docs/decisions/0009)',
    never: ['store/connections/sql', 'store/connections/sqlite/sqlite', 'store/connections/postgresql/postgresql'],
  },
  {
    folder: 'flows',
    because: 'flows/ know nothing of HTTP or Prisma: they speak to store/, mail/, outbound/, oidc/ and crypto/',
    never: ['store/generated', '*'],
  },
  {
    folder: 'http',
    because: 'http/ translates between HTTP and values; it knows no route and no page',
    never: ['mail', '*'],
  },
  {
    folder: 'pages',
    because: 'pages/ are props in, markup out: they ask nobody anything',
    never: ['flows', 'store', 'mail', '*'],
  },
  {
    folder: 'telemetry',
    because: 'telemetry/ watches: it knows flows/ and nothing of the store',
    never: ['store', 'http', 'pages', 'mail', '*'],
  },
  {
    folder: 'routes',
    because: 'routes/ translate: they speak to flows/, http/ and pages/, never to store/',
    never: ['store', 'mail', '*'],
  },
  {
    folder: 'commands',
    because: 'commands/ are one more entrance to flows/: what they change leaves the same events',
    never: ['store', 'routes', 'pages', 'http', 'mail', 'app'],
  },
]

/** The same for the core of the SDKs. */
const coreOrder: string[][] = [
  ['index', 'client', 'requirement'],
  ['node'],
  ['auth', 'dpop', 'management', 'mcp', 'testing'],
  ['generated', 'routes'],
  ['flows'],
  ['bound-sessions'],
  ['options', 'provider'],
  ['sessions'],
  ['model'],
]

/** Words that mean nothing to a stranger: no variable, parameter, member or type has one of them as its name. */
export const privateWords = ['one', 'most', 'here', 'around', 'room', 'visit', 'told']

/** The same, and no part of a name either: `houseId`, `withWorld`. */
export const privateParts = ['bite', 'house', 'keeper', 'patience', 'surroundings', 'world']

const partsOf = (name: string): string[] =>
  name
    .split(/(?=[A-Z])|[_-]/)
    .map((part) => part.toLowerCase())
    .flatMap((part) => [part, part.replace(/s$/, '')])

const isPrivate = (name: string): boolean =>
  privateWords.includes(name.toLowerCase()) || partsOf(name).some((part) => privateParts.includes(part))

export interface Finding {
  rule: 'circle' | 'forbidden import' | 'long file' | 'long function' | 'full folder' | 'private word'
  /** What the lists of exceptions name: a file, a folder, or `file: name`. */
  subject: string
  detail: string
}

interface Module {
  order: string[][]
  name: string
}

function moduleOf(path: string): Module | undefined {
  const [, folder, inside] = path.match(/^(apps\/server|packages\/core)\/src\/([^/]+)/) ?? []
  if (!inside) return undefined
  return { order: folder === 'packages/core' ? coreOrder : serverOrder, name: inside.replace(/\.tsx?$/, '') }
}

const rankOf = ({ order, name }: Module) => order.findIndex((modules) => modules.includes(name))

const isUpward = (from: Module, to: Module) =>
  to.name !== from.name && !(rankOf(from) >= 0 && rankOf(from) < rankOf(to))

const serverSources = 'apps/server/src/'

const isWithin = (path: string, name: string) => {
  const file = path.slice(serverSources.length)
  if (name === '*') return !file.includes('/')
  return file.startsWith(`${name}/`) || file.replace(/\.tsx?$/, '') === name
}

/** Why a file may not import another; undefined if it may. */
function refusal(file: string, target: string): string | undefined {
  const [from, to] = [moduleOf(file), moduleOf(target)]
  if (!from || !to) return undefined
  const rules = folderRules.filter(({ folder }) => file.startsWith(`${serverSources}${folder}/`))
  const broken = rules.find(({ never }) => never.some((name) => isWithin(target, name)))
  if (broken) return broken.because
  if (isUpward(from, to)) return rules[0]?.because ?? 'an import only goes down'
  return undefined
}

export const forbiddenImports = (files: SourceFile[]): Finding[] =>
  files.flatMap(({ path, imports }) =>
    imports.flatMap((target): Finding[] => {
      const reason = refusal(path, target)
      return reason ? [{ rule: 'forbidden import', subject: path, detail: `imports ${target}: ${reason}` }] : []
    }),
  )

/** The circles of a graph, each as the names on it (Tarjan's strongly connected components). */
export function findCircles(graph: Map<string, Iterable<string>>): string[][] {
  const circles: string[][] = []
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const connect = (name: string) => {
    index.set(name, index.size)
    lowest.set(name, index.get(name) ?? 0)
    stack.push(name)
    for (const next of graph.get(name) ?? []) {
      if (!index.has(next)) connect(next)
      if (stack.includes(next)) lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(name) !== index.get(name)) return
    const circle = stack.splice(stack.indexOf(name))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const name of graph.keys()) if (!index.has(name)) connect(name)
  return circles
}

/** The subjects of the flows, and the folders of core: none may need another that needs it. */
const subjectOf = (path: string): string | undefined =>
  path.match(/^((apps\/server\/src\/flows|packages\/core\/src)\/[^/]+)\//)?.[1]

/** Files that import each other, types included, and subjects that do. */
export function importCircles(files: SourceFile[]): Finding[] {
  const subjects = new Map<string, Set<string>>()
  for (const file of files)
    for (const target of file.imports) {
      const [from, to] = [subjectOf(file.path), subjectOf(target)]
      if (from && to && from !== to) subjects.set(from, (subjects.get(from) ?? new Set()).add(to))
    }
  const circles = [...findCircles(new Map(files.map((file) => [file.path, file.imports]))), ...findCircles(subjects)]
  return circles.map((names) => ({ rule: 'circle', subject: names.join(' '), detail: names.join(' <-> ') }))
}

const longFiles = (files: SourceFile[]): Finding[] =>
  files
    .filter((file) => file.lines > limits.fileLines && !isCatalogue(file.path))
    .map((file) => ({ rule: 'long file', subject: file.path, detail: `${file.lines} lines` }))

const longFunctions = (files: SourceFile[]): Finding[] =>
  files.flatMap((file) =>
    file.functions
      .filter((found) => found.lines > limits.functionLines)
      .map((found) => ({
        rule: 'long function',
        subject: `${file.path}: ${found.name}`,
        detail: `${found.lines} lines, from line ${found.line}`,
      })),
  )

function fullFolders(files: SourceFile[]): Finding[] {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > limits.folderFiles)
    .map(([folder, count]) => ({ rule: 'full folder', subject: folder, detail: `${count} files` }))
}

/** Catalogues are left out: `one` is a plural category of CLDR there. */
const privateNames = (files: SourceFile[]): Finding[] =>
  files
    .filter((file) => !isCatalogue(file.path))
    .flatMap((file) => {
      const names = new Set(file.declarations.map(({ name }) => name).filter(isPrivate))
      return [...names].map((name): Finding => {
        const lines = file.declarations.filter((declaration) => declaration.name === name).map(({ line }) => line)
        return { rule: 'private word', subject: `${file.path}: ${name}`, detail: `lines ${lines.join(', ')}` }
      })
    })

export const findingsOf = (files: SourceFile[]): Finding[] => [
  ...importCircles(files),
  ...forbiddenImports(files),
  ...longFiles(files),
  ...longFunctions(files),
  ...fullFolders(files),
  ...privateNames(files),
]
