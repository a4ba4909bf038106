import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import dockerignore from '@balena/dockerignore'

const patterns = readFileSync(join(import.meta.dirname, '../../.dockerignore'), 'utf8')

/** Whether an engine sends this file of the checkout to the build of the image. */
export const isInBuildContext: (path: string) => boolean = dockerignore({ ignorecase: false })
  .add(patterns)
  .createFilter()
