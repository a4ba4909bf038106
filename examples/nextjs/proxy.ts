// Optional: extends sessions in use. Pages and handlers guard themselves.
export { proxy } from './lib/auth'

export const config = { matcher: ['/dashboard', '/admin'] }
