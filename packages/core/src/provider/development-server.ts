import type * as oauth from 'oauth4webapi'
import { developmentDefaults } from '../model/development-defaults.ts'
import { AuthError } from '../model/errors.ts'
import { helpWith } from '../model/mistakes.ts'

const { issuer, clientId } = developmentDefaults

/**
 * Whether the metadata is that of a development server of Vestibule that has its example client. This tells mistakes apart, and no
 * attack: another program on this port can say the same.
 */
function hasExampleClient(metadata: oauth.AuthorizationServer): boolean {
  const urls = Object.entries(metadata).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name))
  const isOwn = metadata.issuer === issuer && urls.every(([, url]) => String(url).startsWith(`${issuer}/`))
  return isOwn && metadata.vestibule_example_client === clientId
}

/**
 * Discovery for an application without variables: before a browser is sent anywhere, it is known that the server can sign it in.
 *
 * @throws AuthError with what to do, in place of a question about variables that are not set
 */
export async function discoverDevelopmentServer(
  discover: () => Promise<oauth.AuthorizationServer>,
): Promise<oauth.AuthorizationServer> {
  const metadata = await discover().catch((cause) => {
    throw new AuthError(
      'issuer_unreachable',
      `No development server of Vestibule answers at ${issuer}.`,
      helpWith('no-development-server'),
      { cause },
    )
  })
  if (hasExampleClient(metadata)) return metadata
  throw new AuthError(
    'config_missing',
    `VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID are not set, and what answers at ${issuer} has no client for an application without variables.`,
    helpWith('no-example-client'),
  )
}
