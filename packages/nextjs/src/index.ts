// All types, so that an application can add to `Register` by the name of this package: pnpm lets it reach no other.
export type * from '@vestibule/core'
export { AuthError, localPath, memoryStore, unstorageStore } from '@vestibule/core'
export { createAuth, type NextAuth } from './auth.ts'
