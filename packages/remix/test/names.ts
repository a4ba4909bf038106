// By the names that an application imports.
export { createAuth, memoryStore } from '../src/index.ts'
export type { ReactRouterAuth } from '../src/react-router.ts'
