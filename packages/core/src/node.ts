// `@vestibule/core/node`: for servers whose handlers get the request and the response of `node:http`, such as Express and NestJS.

export { authRoutes, type Middleware } from './node/auth-routes.ts'
export { requireSession } from './node/require-session.ts'
