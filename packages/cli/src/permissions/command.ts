import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findProject, type Project } from '../add/project/project.ts'
import { type Command, CommandError } from '../command.ts'
import { pathWithin } from '../ui/source-paths.ts'
import { type Catalogue, readFile, requestCatalogue } from './catalogue.ts'
import { type ClaimTypes, readClaimTypes } from './claims.ts'
import { pathOf, sourceOf } from './source-file.ts'

/** Writes the names of the permissions, so that a typo does not compile. */
export const permissionsCommand: Command = {
  summary: 'Write the names of your permissions as types.',
  usage: 'permissions [options]',
  options: {
    file: { type: 'string' },
    issuer: { type: 'string' },
    claims: { type: 'string' },
    fields: { type: 'string' },
    'token-file': { type: 'string' },
    out: { type: 'string' },
    check: { type: 'boolean' },
  },
  optionHelp: {
    file: 'the PERMISSIONS_FILE of the server; default: permissions.json',
    issuer: 'ask this server instead, with an access token in VESTIBULE_TOKEN',
    claims: 'the claims of this application that are fields, such as plan:organization.plan, as the server has them',
    fields: 'the FIELDS_FILE of the server, for --claims; default: fields.json',
    'token-file': 'a file with the access token, instead of VESTIBULE_TOKEN',
    out: 'the file to write, if not where the framework has it',
    check: 'write nothing; exit with 1 if the file is not as it would be written',
  },
  async run({ values, positionals }, { cwd, terminal }) {
    if (positionals.length > 0) throw new CommandError('permissions takes options only. See --help.', 2)
    const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
    const project = projectOf(cwd, text('out'))
    const path = pathWithin(cwd, text('out') ?? (project ? pathOf(project.framework, project.sourceFolder) : ''))
    const sources = { issuer: text('issuer'), file: text('file'), tokenFile: text('token-file') }
    const claims = await claimsFrom(cwd, sources, text('claims'), text('fields'))
    const catalogue = await catalogueFrom(cwd, sources, claims.size > 0)
    const source = sourceOf(catalogue, project?.framework ?? null, claims)
    const counted = countOf(catalogue, claims)
    const before = existsSync(join(cwd, path)) ? readFileSync(join(cwd, path), 'utf8') : null
    if (before === source) {
      terminal.print(`${path} has all ${counted}.`)
      return 0
    }
    if (values.check) {
      terminal.printError(`${path} ${before === null ? 'is missing' : 'differs'}. Run: npx @vestibule/cli permissions`)
      return 1
    }
    if (before !== null && !before.startsWith(firstLine(source)))
      throw new CommandError(`${path} was not written by this command. Name another file by --out.`)
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), source)
    terminal.print(`Wrote ${path}: ${counted}.`)
    return 0
  },
}

const defaultFile = 'permissions.json'

const firstLine = (text: string): string => text.slice(0, text.indexOf('\n'))

/** Null for an application of another framework, which uses core: it says itself where the file goes. */
function projectOf(cwd: string, out: string | undefined): Project | null {
  try {
    const project = findProject(cwd)
    if (project.typescript) return project
  } catch (error) {
    if (out !== undefined && error instanceof CommandError) return null
    throw error
  }
  throw new CommandError('The file is TypeScript, and this application has no tsconfig.json.')
}

const countOf = (catalogue: Catalogue | null, claims: ClaimTypes): string =>
  [catalogue && `${catalogue.size} permissions`, claims.size > 0 && `${claims.size} claims`]
    .filter(Boolean)
    .join(' and ')

interface Sources {
  issuer: string | undefined
  file: string | undefined
  tokenFile: string | undefined
}

/** Null for an application that has claims and no permissions. */
async function catalogueFrom(cwd: string, sources: Sources, hasClaims: boolean): Promise<Catalogue | null> {
  const { issuer, file } = sources
  if (issuer !== undefined && file !== undefined) throw new CommandError('Name --file or --issuer, not both.', 2)
  if (issuer !== undefined) return requestCatalogue(issuer, tokenFrom(cwd, sources, 'roles:read'))
  if (hasClaims && file === undefined && !existsSync(resolve(cwd, defaultFile))) return null
  return readFile(cwd, file ?? defaultFile)
}

async function claimsFrom(
  cwd: string,
  sources: Sources,
  claims: string | undefined,
  file: string | undefined,
): Promise<ClaimTypes> {
  if (claims === undefined) {
    if (file !== undefined) throw new CommandError('--fields is for --claims.', 2)
    return new Map()
  }
  const { issuer } = sources
  if (issuer === undefined) return readClaimTypes(cwd, claims, { file: file ?? 'fields.json' })
  if (file !== undefined) throw new CommandError('Name --fields or --issuer, not both.', 2)
  return readClaimTypes(cwd, claims, { issuer, token: tokenFrom(cwd, sources, 'fields:read') })
}

function tokenFrom(cwd: string, { tokenFile }: Sources, scope: string): string {
  const token = (tokenFile === undefined ? process.env.VESTIBULE_TOKEN : readToken(resolve(cwd, tokenFile)))?.trim()
  // Never an option: other programs of the machine read the command lines.
  if (!token || !/^[\x21-\x7e]+$/.test(token))
    throw new CommandError(
      `An access token with the scope ${scope} is required: in VESTIBULE_TOKEN or by --token-file.`,
    )
  return token
}

function readToken(path: string): string {
  if (!existsSync(path)) throw new CommandError(`There is no file ${path}.`)
  return readFileSync(path, 'utf8')
}
