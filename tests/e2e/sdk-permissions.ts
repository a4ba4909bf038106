import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { SdkSuite } from './sdk-suite.ts'

// What a person may do, in the production build of each SDK's fixture: its page of invoices, and the API that approves one.

const script = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

/** The hooks of a page believe whatever answers for `/auth/session`. */
export async function forgeAnswer(page: Page, permissions: readonly string[]): Promise<void> {
  await page.route('**/auth/session', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    await route.fulfill({ response, json: { ...session, user: { ...session.user, permissions } } })
  })
  await page.reload()
}

/** @param forge makes the state of a page in a browser say that the person has these permissions */
export function testPermissions(
  suite: SdkSuite,
  forge: (page: Page, permissions: readonly string[]) => Promise<void>,
): void {
  const post = async (person: Parameters<SdkSuite['app']['fetch']>[1], headers: Record<string, string> = {}) =>
    suite.app.fetch('/api/approve', person, {
      method: 'POST',
      headers: { ...script, origin: suite.app.url, ...headers },
    })

  describe('permissions', () => {
    test('who lacks one gets 403, as a page of the application and as an API, and is not sent to the sign-in', async () => {
      const ada = await suite.app.signIn()
      for (const permissions of [[], ['invoice.approve'], ['invoice.reader']]) {
        await ada.grant(permissions)
        const page = await suite.app.fetch('/invoices', ada)
        expect(page.headers.get('location') ?? '').not.toContain('/auth/login')
        expect(await page.text()).not.toContain('You only read')
        expect((await post(ada)).status).toBe(403)
      }
      await ada.grant(['invoice.read'])
      expect(await (await suite.app.fetch('/invoices', ada)).text()).toContain('You only read')
      expect((await post(ada)).status).toBe(403)
      await ada.grant(['invoice.read', 'invoice.approve'])
      expect(await (await suite.app.fetch('/invoices', ada)).text()).toContain('You approve')
      expect(await (await post(ada)).json()).toEqual({ approved: true })
    })

    test('RO-37 a browser that edits its own state sees a button, and its request is refused', async () => {
      const ada = await suite.app.signIn()
      await ada.grant(['invoice.read'])
      const { page, close } = await suite.openTab(ada)
      await page.goto(`${suite.app.url}/invoices`)
      await page.getByText('You only read').waitFor()
      expect(await page.getByRole('button').count()).toBe(0)
      await forge(page, ['invoice.read', 'invoice.approve'])
      await page.getByRole('button', { name: 'Approve 0' }).click()
      await page.getByRole('button', { name: 'Approve 403' }).waitFor()
      await close()
      const state = JSON.stringify({ user: { permissions: ['invoice.read', 'invoice.approve'] } })
      const forged: Record<string, string>[] = [
        { 'x-vestibule-session': state },
        { cookie: `${ada.header}; permissions=invoice.approve; vestibule:session=${encodeURIComponent(state)}` },
      ]
      for (const headers of forged) expect((await post(ada, headers)).status).toBe(403)
    })
  })
}
