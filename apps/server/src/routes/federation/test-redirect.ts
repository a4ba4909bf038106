import { SignInNotBegun } from '../../flows/federation/upstream/begin-sign-in.ts'
import { setCookie } from '../../http/cookies.ts'
import { seeOther } from '../../http/responses.ts'
import type { PageContext } from '../page-context.ts'

/**
 * Takes a browser to the provider for a test sign-in. If the provider can't be asked at all, the page that shows tests says
 * why. `returnPath`: of that page, below the issuer.
 */
export async function sendTest(
  { deps, base }: PageContext,
  returnPath: string,
  begin: () => Promise<{ url: string; flowCookie: string }>,
): Promise<Response> {
  try {
    const { url, flowCookie } = await begin()
    return seeOther(url, [setCookie(deps.config, 'flow', flowCookie)])
  } catch (error) {
    if (!(error instanceof SignInNotBegun) || error.reference === null) throw error
    const query = new URLSearchParams({ attempt: error.reference })
    return seeOther(`${base}${returnPath}${returnPath.includes('?') ? '&' : '?'}${query}`)
  }
}
