import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { openTab, tabPath } from './request.ts'
import { submitForm } from './submit.tsx'
import type { Tab } from './tab.ts'

/** The router of a tab: a GET for its page and a POST for each of its forms. */
export const tabRoutes = (tab: Tab) => (context: PageContext) => {
  const app = new Hono()
  const base = '/organizations/:organization'
  app.get(`${base}${tabPath(tab.name)}`, async (c) => tab.show(await openTab(context, c, tab.name)))
  for (const form of tab.forms) app.post(`${base}${form.path}`, (c) => submitForm(context, c, tab, form))
  return app
}
