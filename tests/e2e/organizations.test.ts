import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn, nextCode } from '../../apps/server/test/support/mailbox.ts'
import { claimsOf, openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { openStrictBrowser } from './strict-browser.ts'

// Organizations as people meet them, in a real browser. The application is a small OIDC client: `/` shows what the token
// says, `/login` begins a sign-in, also when an invitation sends people there (OIDC Core section 4).

let world: TestWorld
let browser: Browser
let application: string
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', application)
  if (url.pathname === '/login') {
    const organization = url.searchParams.get('organization')
    const query = new URLSearchParams({
      client_id: 'web',
      redirect_uri: `${application}/cb`,
      response_type: 'code',
      scope: 'openid profile organization team',
      state: 's',
      ...(organization ? { organization } : {}),
    })
    return response.writeHead(303, { Location: `${world.issuer}/authorize?${query}` }).end()
  }
  const code = url.searchParams.get('code')
  if (!code) return response.end(`refused: ${url.searchParams.get('error')}`)
  const { body } = await world.token(
    { grant_type: 'authorization_code', code, redirect_uri: `${application}/cb` },
    { basic: ['web', 'web secret with ~ + / = : % in it'] },
  )
  const { organization, organization_roles, team } = claimsOf(body.access_token)
  response.end(JSON.stringify({ organization, roles: organization_roles, team }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  application = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  world = await openTestWorld(
    {
      OIDC_CLIENT_0_REDIRECT_URIS: `${application}/cb`,
      OIDC_CLIENT_0_INITIATE_LOGIN_URI: `${application}/login`,
      ONBOARDING: 'terms,profile,organization,team',
    },
    { clock: 'running' },
  )
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  server.closeAllConnections()
  server.close()
})

const submit = (page: Page) => page.locator('button.primary').first().click()
const newPage = async (): Promise<Page> => (await browser.newContext()).newPage()

/** By mail, up to the first page after the code. */
async function signIn(page: Page, email: string): Promise<void> {
  // A network has sixty attempts a minute, and an address one mail in thirty seconds.
  world.pass(61_000)
  await page.fill('[name=email]', email)
  await submit(page)
  await page.locator('[name=code]').waitFor()
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await submit(page)
}

async function introduce(page: Page, name: string): Promise<void> {
  await page.check('[name=accept_terms]')
  await submit(page)
  await page.fill('[name=given_name]', name)
  await submit(page)
}

/** From the list of invitations, and back to it. */
async function invite(page: Page, email: string, { role, team }: { role: string; team: string }): Promise<void> {
  await page.getByRole('link', { name: 'Invite people' }).click()
  await page.fill('[name=addresses]', email)
  await page.selectOption('[name=role]', role)
  await page.selectOption('[name=team]', team)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'Invitations sent: 1' }).waitFor()
  await page.locator('main tbody tr').filter({ hasText: email }).waitFor()
}

/** What the application learned. */
async function landed(page: Page): Promise<{ organization: string; roles: string[]; team: string }> {
  await page.waitForURL(`${application}/**`)
  const text = await page.innerText('body')
  if (!text.startsWith('{')) throw new Error(text)
  return JSON.parse(text)
}

test('a company and its team are made on the way in; a colleague arrives from the mail; a third is approved', async () => {
  const founder = await newPage()
  await founder.goto(`${application}/login`)
  await signIn(founder, 'founder@acme.example.test')
  await introduce(founder, 'Fay')
  await founder.fill('[name=organization_name]', 'Acme')
  await submit(founder)
  await founder.fill('[name=team_name]', 'Research')
  await submit(founder)
  const first = await landed(founder)
  expect(first.roles).toEqual(['owner'])
  expect(first.team).toBeTruthy()

  await founder.goto(`${world.issuer}/organizations/acme/invitations`)
  await invite(founder, 'colleague@else.example.test', { role: 'admin', team: first.team })

  const colleague = await newPage()
  await colleague.goto(linkIn(await world.mailbox.take('colleague@else.example.test')))
  await signIn(colleague, 'colleague@else.example.test')
  await colleague.getByRole('button', { name: 'Join' }).click()
  await introduce(colleague, 'Cleo')
  // Into the same application, with the role and the team of the invitation, and no other question.
  expect(await landed(colleague)).toEqual({ organization: first.organization, roles: ['admin'], team: first.team })

  // The domain was proven some other day.
  await world.deps.db.prisma.domain.create({
    data: {
      organizationId: first.organization,
      name: 'acme.example.test',
      token: 't',
      verifiedAt: new Date(),
      method: 'dns',
      claimed: 'acme.example.test',
      joining: 'suggest',
      createdAt: new Date(),
    },
  })
  const third = await newPage()
  await third.goto(`${application}/login`)
  await signIn(third, 'third@acme.example.test')
  await introduce(third, 'Theo')
  await third.getByText('Ask to join Acme').click()
  await submit(third)
  await third.getByText('You asked to join Acme').waitFor()

  await colleague.goto(linkIn(await world.mailbox.take('colleague@else.example.test').then((mail) => mail)))
  await colleague.getByRole('button', { name: 'Approve' }).click()
  await colleague.getByText('There are no requests to join').waitFor()
  await third.goto(`${application}/login`)
  // In the organization now; a team was asked for by the steps, and there is none of theirs yet.
  await third.fill('[name=team_name]', 'Newcomers')
  await submit(third)
  expect(await landed(third)).toMatchObject({ organization: first.organization, roles: ['member'] })
})

test('one person in two organizations switches without a page', async () => {
  const page = await newPage()
  await page.goto(`${application}/login`)
  await signIn(page, 'two@example.test')
  await introduce(page, 'Twain')
  await page.fill('[name=organization_name]', 'First Home')
  await submit(page)
  await page.fill('[name=team_name]', 'One')
  await submit(page)
  const first = await landed(page)
  const owner = await newPage()
  await owner.goto(`${application}/login`)
  await signIn(owner, 'other@example.test')
  await introduce(owner, 'Otto')
  await owner.fill('[name=organization_name]', 'Second Home')
  await submit(owner)
  await owner.fill('[name=team_name]', 'Two')
  await submit(owner)
  const second = await landed(owner)
  await owner.goto(`${world.issuer}/organizations/second-home/invitations`)
  await invite(owner, 'two@example.test', { role: 'member', team: second.team })
  await page.goto(linkIn(await world.mailbox.take('two@example.test')))
  await page.getByRole('button', { name: 'Join' }).click()
  expect((await landed(page)).organization).toBe(second.organization)
  await page.goto(`${application}/login?organization=${first.organization}`)
  expect((await landed(page)).organization).toBe(first.organization)
  await page.goto(`${application}/login?organization=second-home`)
  expect(await landed(page)).toMatchObject({ organization: second.organization, roles: ['member'] })
})
