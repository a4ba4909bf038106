import { auth } from './lib/auth'
export const proxy = auth.proxy({ '/dashboard/:path*': true })
