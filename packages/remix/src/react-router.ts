/**
 * The same for React Router 7 and 8, whose loaders and actions are called like Remix's.
 *
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/remix/react-router'
 *
 * export const { loader, action, getSession, requireUser, withAuth } = createAuth()
 * ```
 */
export * from './index.ts'
