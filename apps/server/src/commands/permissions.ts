import { readFileSync } from 'node:fs'
import { applyPermissions, RemovalNotAllowed } from '../flows/management/rights/permissions.ts'
import { linesOf } from '../flows/management/rights/permissions-file.ts'
import { system } from '../flows/platform/audit.ts'
import { InvalidPermissions, type PermissionsDocument, parsePermissionsDocument } from '../oidc/permissions-document.ts'
import { type Command, UsageError, withRuntime } from './command.ts'

function readDocument(path: string): PermissionsDocument {
  try {
    return parsePermissionsDocument(readFileSync(path, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code !== undefined && !(error instanceof InvalidPermissions)
    throw new Error(isMissing ? `${path} cannot be read` : `${path}: ${(error as Error).message}`)
  }
}

const apply: Command = {
  takes: '<file>',
  about: 'make the permissions and the operator roles those of a file',
  more: `Prints what changes, and how many members lose what. What a role uses
or a member holds is taken away only with --allow-removal; after that, a server with this PERMISSIONS_FILE starts.`,
  options: { 'dry-run': { type: 'boolean' }, 'allow-removal': { type: 'boolean' } },
  optionsAbout: {
    '--dry-run': 'only print what would change',
    '--allow-removal': 'take away what roles use and members hold, too',
  },
  async run([path], values) {
    if (!path) throw new UsageError('give the file: vestibule apply permissions.json')
    const document = readDocument(path)
    await withRuntime(async ({ deps }) => {
      try {
        const options = { dryRun: values['dry-run'] === true, allowRemoval: values['allow-removal'] === true }
        const lines = linesOf(await applyPermissions(deps, system, document, options))
        console.log(lines.length > 0 ? lines.join('\n') : 'nothing changes')
      } catch (error) {
        if (error instanceof InvalidPermissions) throw new Error(`${path}: ${error.message}`)
        if (!(error instanceof RemovalNotAllowed)) throw error
        throw new Error(
          `nothing was changed: this takes something from members or roles; to allow it, add --allow-removal\n${linesOf(error.difference).join('\n')}`,
        )
      }
    })
  },
}

export const permissions: readonly (readonly [string, Command])[] = [['apply', apply]]
