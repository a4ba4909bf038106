import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../../package.ts'
import type { FrameworkName } from '../project/project.ts'

/** A file as the guide of the framework writes it (a test compares both). */
export const template = (framework: FrameworkName, path: string): string =>
  readFileSync(join(packageFolder(), 'templates', framework, path), 'utf8')
