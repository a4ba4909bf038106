import { Hono } from 'hono'
import type { PageContext } from '../../page-context.ts'
import { applicationRoutes } from './application.tsx'
import { applicationListRoutes } from './list.tsx'
import { newApplicationRoutes } from './new.tsx'

/** The clients of the environment and of the database. */
export const applicationsRoutes = (context: PageContext) =>
  new Hono()
    .route('/', applicationListRoutes(context))
    .route('/', newApplicationRoutes(context))
    .route('/', applicationRoutes(context))
