// The floor: node:http and nothing else, which sends the bytes of our metadata and keys.
import { join } from 'node:path'
import { start } from '../servers.mjs'

const program = join(import.meta.dirname, '../programs/bare-http.mjs')

export const bareHttp = {
  id: 'bare-http',
  name: 'bare node:http',
  only: ['W1', 'W2'],
  start: (port, { sameAs }) => start('bare node:http', port, [program], { NODE_ENV: 'production', SAME_AS: sameAs }),
}
