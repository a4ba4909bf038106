import type { NextConfig } from 'next'

// A page that someone may not see answers 403 and shows app/forbidden.tsx.
export default { experimental: { authInterrupts: true } } satisfies NextConfig
