// The pages of the console that `npm run bench:scale` opens as an operator. Searches are for what the filled database has.
import { addressOf } from './fill.mjs'

export const consolePages = [
  '/admin',
  '/admin/people',
  '/admin/people?query=Given7',
  '/admin/people?sort=name',
  '/admin/find?q=Given7',
  '/admin/find?q=user0000',
  `/admin/why?address=${encodeURIComponent(addressOf(7))}`,
  '/admin/applications',
  '/admin/organizations',
  '/admin/organizations?query=Organization%201',
  '/admin/mail',
  '/admin/webhooks',
  '/admin/audit',
  '/admin/themes',
  '/admin/operators',
  '/admin/keys',
  '/admin/health',
]
