import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { type Entrance, memberEntrance } from './request.ts'
import { submitForm } from './submit.tsx'
import type { Tab } from './tab.ts'

/** The router of a tab at an entrance: a GET for its page, and a POST for each of its forms that belongs there. */
export function tabRoutesAt(entrance: Entrance, tab: Tab, context: PageContext): Hono {
  const app = new Hono()
  app.get(`${entrance.route}${entrance.tabPath(tab.name)}`, async (c) =>
    tab.show(await entrance.open(context, c, tab.name)),
  )
  for (const form of tab.forms)
    if (!form.only || form.only === entrance.kind)
      app.post(`${entrance.route}${form.path}`, (c) => submitForm(context, c, { entrance, tab, form }))
  return app
}

/** The router of a tab for the members of an organization. */
export const tabRoutes = (tab: Tab) => (context: PageContext) => tabRoutesAt(memberEntrance, tab, context)
