import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Why no database can be kept in this file, in words for the operator; null if it can. SQLite makes two more files
 * beside it. Only a try tells what a read-only file system or an access list permits: a folder is made and removed.
 */
export function fileFault(file: string): string | null {
  const folder = nearestFolder(dirname(file))
  const fix = `Let user ${process.geteuid?.() ?? ''} own ${folder} (chown), or name a folder of that user in DATABASE_URL.`
  try {
    rmdirSync(mkdtempSync(join(folder, '.vestibule-')))
  } catch (error) {
    return `no file can be made in ${folder} (${codeOf(error)}): ${ownerOf(folder)}. ${fix}`
  }
  if (!existsSync(file)) return null
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return null
  } catch (error) {
    return `${file} cannot be written (${codeOf(error)}): ${ownerOf(file)}. ${fix}`
  }
}

/** How to take from others the right to read this file, which holds personal data; null if only its owner may. */
export function privacyFault(file: string): string | null {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o077) === 0
    ? null
    : `${file} may be read by other users of this machine (${(mode & 0o777).toString(8)}): chmod 600 ${file}*`
}

/** The folder, or if there is none yet, the one in which it would be made. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown'

const ownerOf = (path: string): string =>
  `it belongs to user ${statSync(path).uid} and this process runs as user ${process.geteuid?.() ?? 'unknown'}`
