import { isAbsolute, join } from 'node:path'
import {
  InvalidPermissions,
  type PermissionsDocument,
  parsePermissionsDocument,
} from '../../oidc/permissions-document.ts'
import type { EnvironmentReader } from '../environment.ts'

/** The permissions and roles that a file declares; null without one. */
export function readPermissionsFile(reader: EnvironmentReader, cwd: string): PermissionsDocument | null {
  const file = reader.text('PERMISSIONS_FILE')
  const text = file && reader.file('PERMISSIONS_FILE', isAbsolute(file) ? file : join(cwd, file))
  if (!text) return null
  try {
    return parsePermissionsDocument(text)
  } catch (error) {
    if (!(error instanceof InvalidPermissions)) throw error
    reader.fault('PERMISSIONS_FILE', `has a mistake: ${error.message}`, './permissions.json')
    return null
  }
}
