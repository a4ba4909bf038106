import { accountOf } from '../../apps/server/test/support/account.ts'
import { until } from '../../apps/server/test/support/until.ts'
import type { SignedIn, TestPerson, TestWorld } from '../../apps/server/test/support/world.ts'
import type { Identity } from './mcp-server.ts'
import { completeSignIn, openChromium } from './support.ts'

// The people of the tests of MCP, and what their programs tell the provider.

/** Without a port, as programs on a person's machine publish their addresses. */
export const documentOf = (url: string) => ({
  client_id: url,
  client_name: 'Notes Agent',
  redirect_uris: ['http://localhost/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

/**
 * Somebody who has an account: an agent makes none. Their organization accepts listed applications, as all do; for one that
 * registers itself, its owner lets any in.
 */
export async function signInMember(world: TestWorld, { registered, documentUrl }: Identity): Promise<SignedIn> {
  const signedIn = await world.signIn()
  const { browser, person } = signedIn
  if (!registered && !documentUrl) {
    const { slug } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
    await accountOf(world).post(browser, `/organizations/${slug}/applications/policy`, { policy: 'any' })
  }
  return signedIn
}

/** The same, for another browser. */
export async function openMember(world: TestWorld, identity: Identity): Promise<TestPerson> {
  const { person } = await signInMember(world, identity)
  // An address gets a mail in thirty seconds.
  world.pass(31_000)
  return person
}

/** The authorization URL that a program on a person's machine prints. */
export function printedUrl(world: TestWorld, printed: () => string): Promise<string> {
  const pattern = new RegExp(`${world.issuer}/authorize\\?\\S+`)
  return until(
    () => pattern.exec(printed())?.[0],
    () => `there is no URL to open in:\n${printed()}`,
  )
}

/** A person who opens it in Chromium. */
export async function followPrinted(world: TestWorld, printed: () => string, person: TestPerson): Promise<void> {
  const url = await printedUrl(world, printed)
  // The pages of these programs are not ours: nobody minds what they complain about.
  const own = await openChromium()
  try {
    const page = await own.newPage()
    await page.goto(url)
    await completeSignIn(page, world.issuer, world.mailbox, person)
    await page.waitForURL(/^http:\/\/(127\.0\.0\.1|localhost):\d+\/.*callback/)
  } finally {
    await own.close()
  }
}
