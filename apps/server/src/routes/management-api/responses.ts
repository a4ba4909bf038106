import { securityHeaders } from '../../http/headers.ts'

/** An answer of the management API. `body` is JSON text; without one there is no content type. */
export const apiResponse = (status: number, body: string | null, headers: Record<string, string> = {}): Response =>
  new Response(body, {
    status,
    headers: {
      ...securityHeaders,
      'Cache-Control': 'no-store',
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
  })
