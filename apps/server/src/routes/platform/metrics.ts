import { Hono } from 'hono'
import { equalsInConstantTime } from '../../crypto/random.ts'
import { json } from '../../http/responses.ts'

/** The text format of Prometheus. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** The response to a scrape. */
export interface Exposition {
  contentType: string
  text(): Promise<string>
}

/** `GET /metrics` for Prometheus. It requires `token` as a bearer token; null is for a port of its own. */
export const metricsRoutes = (metrics: Exposition, token: string | null) =>
  new Hono().get('/metrics', async (c) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.raw.headers.get('authorization') ?? '')?.[1] ?? ''
    if (token !== null && !equalsInConstantTime(given, token))
      return json({ error: 'invalid_token', error_description: 'METRICS_TOKEN is required' }, 401, {
        'WWW-Authenticate': 'Bearer realm="metrics"',
      })
    return new Response(await metrics.text(), {
      headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' },
    })
  })
