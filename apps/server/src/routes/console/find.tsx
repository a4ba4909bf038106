import { Hono } from 'hono'
import { type Found, findAnything } from '../../flows/management/find.ts'
import { isSearchComplete } from '../../flows/management/people/people-list.ts'
import { formField } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { FindPage, type FindRow, type FoundPerson } from '../../pages/console/find.tsx'
import type { ConsoleFrame } from '../../pages/console/layout.tsx'
import type { PageContext } from '../page-context.ts'
import type { AddressText } from './event-names.ts'
import { pathOfPerson } from './people/labels.ts'
import { type ConsoleRequest, openConsole } from './request.ts'

/** The search for everything: what is found exactly is opened at once, several matches are listed by kind. */
export const findRoutes = (context: PageContext) =>
  new Hono().get('/admin/find', async (c) => find(await openConsole(context, c, 'people:read')))

async function find({ deps, base, c, frame, may, addressText }: ConsoleRequest): Promise<Response> {
  const query = formField(queryParams(c.req.raw), 'q').replaceAll('\0', '').trim().slice(0, 254)
  const addresses = may('accounts:know')
  const { found, exact, more } = query
    ? await findAnything(deps, query, { addresses })
    : { found: [], exact: false, more: false }
  const [only] = found
  const people = found.flatMap((hit) => (hit.kind === 'person' ? personOf(frame, hit, addressText) : []))
  const rows = found.flatMap((hit) => rowOf(frame, hit))
  const [first, ...others] = [...people, ...rows]
  if (first && others.length === 0 && (exact || !more)) return seeOther(first.href)
  return page(
    <FindPage
      frame={frame}
      query={query}
      people={people}
      rows={rows}
      preparing={query !== '' && !(await isSearchComplete(deps))}
      errorReference={only?.kind === 'error-reference' ? only.id : null}
      why={whyPath(base, query, first === undefined)}
      allPeople={more && people.length > 0 ? `${base}/admin/people?${new URLSearchParams({ query })}` : null}
      more={more}
    />,
  )
}

/** The help page for an address that nobody has, or that cannot be told. */
const whyPath = (base: string, query: string, nothing: boolean): string | null =>
  nothing && /^[^\s@]+@[^\s@]+$/.test(query) ? `${base}/admin/why?${new URLSearchParams({ address: query })}` : null

/** Where a match leads. The reference of an error page leads nowhere: only the log has it. */
function rowOf(frame: ConsoleFrame, hit: Found): FindRow[] {
  const words = frame.words.console.find
  const admin = `${frame.base}/admin`
  switch (hit.kind) {
    case 'session':
    case 'token':
      return [{ group: 'others', href: hrefOf(frame, hit.personId), title: words[hit.kind], technical: [hit.id] }]
    case 'federation-attempt': {
      const title = frame.words.federation.attempt({ reference: hit.id })
      return [{ group: 'others', href: `${admin}/connections/attempts/${hit.id}`, title, technical: [hit.id] }]
    }
    case 'former-person':
      return [
        {
          group: 'others',
          href: `${admin}/audit?${new URLSearchParams({ about: hit.id })}`,
          title: hit.id,
          text: words.formerPerson,
          technical: [],
        },
      ]
    case 'event':
      return [
        {
          group: 'others',
          href: `${admin}/audit?${new URLSearchParams({ event: hit.action, from: dayOf(hit.at), until: dayOf(hit.at) })}`,
          title: words.event,
          technical: [hit.id],
        },
      ]
    case 'organization': {
      const { id, name, slug } = hit
      const face = { id, name, kind: 'organization' } as const
      return [
        { group: 'organizations', href: `${admin}/organizations/${id}`, title: name, technical: [slug, id], face },
      ]
    }
    case 'application': {
      const { id, name } = hit
      const href = `${admin}/applications/${encodeURIComponent(id)}`
      const face = { id, name, kind: 'application' } as const
      return [{ group: 'applications', href, title: name, technical: [id], face }]
    }
    case 'person':
    case 'error-reference':
      return []
  }
}

function personOf(
  frame: ConsoleFrame,
  { id, name, address: whole, ...shown }: Extract<Found, { kind: 'person' }>,
  addressText: AddressText,
): FoundPerson {
  const address = whole && addressText(whole)
  return {
    ...{ id, href: hrefOf(frame, id), name: name || address || id, address: name ? address : null },
    ...shown,
  }
}

const hrefOf = (frame: ConsoleFrame, id: string): string => `${frame.base}${pathOfPerson(id)}`

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
