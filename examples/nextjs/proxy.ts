// Optional: keeps a session that is in use from becoming idle. Pages and handlers guard themselves.
export { proxy } from './lib/auth'

export const config = { matcher: ['/dashboard', '/admin'] }
