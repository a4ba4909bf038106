// Optional: keeps a session that is in use from becoming idle. Pages and handlers guard themselves.
export { proxy } from './lib/auth.ts'

export const config = { matcher: ['/dashboard', '/admin'] }
