// All types, so that applications can extend `Register` by the name of this package: with pnpm they cannot import core.
export type * from '@vestibule/core'
export { AuthError, can, localPath, memoryStore, unstorageStore } from '@vestibule/core'
export { missing } from '@vestibule/core/requirement'
export { createAuth } from './auth.ts'
export type { NextAuth, PageRules } from './types.ts'
