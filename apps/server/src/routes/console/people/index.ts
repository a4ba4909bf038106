import { Hono } from 'hono'
import type { PageContext } from '../../page-context.ts'
import { mergeRoutes } from './merge.tsx'
import { peopleRoutes } from './people.tsx'
import { personRoutes } from './person.tsx'

/** The people of this server: the list, the page of each, and merging two accounts. */
export const consolePeopleRoutes = (context: PageContext) =>
  new Hono().route('/', peopleRoutes(context)).route('/', mergeRoutes(context)).route('/', personRoutes(context))
