import type { LoaderFunctionArgs } from '@remix-run/node'
import { headers, requireMember } from '~/auth.server'
import { csvOf } from '~/csv.server'
import { everyNote } from '~/notes.server'

export const loader = async (args: LoaderFunctionArgs) => {
  const { organization } = await requireMember(args)
  return new Response(csvOf(everyNote(organization.id)), {
    headers: {
      ...headers(),
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="notes.csv"',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
