import type { NextConfig } from 'next'

// A page without the required permission responds with 403 and shows app/forbidden.tsx.
export default { experimental: { authInterrupts: true } } satisfies NextConfig
