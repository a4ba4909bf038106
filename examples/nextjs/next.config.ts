import type { NextConfig } from 'next'

export default {
  // A page without the required permission responds with 403 and shows forbidden.tsx.
  experimental: { authInterrupts: true },
  // They have native parts: Node loads them by itself.
  serverExternalPackages: ['@prisma/adapter-libsql', '@prisma/adapter-pg'],
  poweredByHeader: false,
  headers: async () => [
    {
      source: '/(.*)',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'X-Frame-Options', value: 'DENY' },
        { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
      ],
    },
  ],
} satisfies NextConfig
