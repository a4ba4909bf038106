export interface Manifest {
  name: string
  version: string
  description: string
  license: string
  files: string[]
  engines: { node: string }
  repository: { type: string; url: string; directory: string }
  publishConfig: Record<string, unknown>
  exports?: Record<string, { types?: string; default: string } | string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** What npm gets, by the names of the folders below `packages`. */
export const publishedPackages: readonly { name: string; manifest: Manifest }[]
