import { trustedFederatedAcr } from '../../oidc/acr.ts'

// The names of tables here are those of no statement that these are put into.

/** SQL: the connection row `k` vouches for what it made at that time: it signs people in, and was not turned off since. */
export const vouchesFor = (k: string, madeAt: string): string =>
  `${k}.state IN ('active', 'failing') AND (${k}.disabled_at IS NULL OR ${k}.disabled_at < ${madeAt})`

/** What a connection made, and when. */
interface Made {
  connectionId: string
  madeAt: string
}

/** SQL: the connection vouches for what it made, for this organization if it is given. */
export const signsIn = ({ connectionId, madeAt }: Made, organizationId?: string): string =>
  `EXISTS (SELECT 1 FROM connection cn WHERE cn.id = ${connectionId} AND ${vouchesFor('cn', madeAt)}${organizationId ? ` AND cn.organization_id = ${organizationId}` : ''})`

/**
 * SQL: the organization `o` accepts how somebody signed in, as `missingRule` decides (oidc/organization-rules.ts). Networks are
 * asked about where a request says from where it comes.
 */
export const acceptsSignIn = ({ passkey, acr, ...made }: Made & { passkey: string; acr: string }): string => {
  const isStrong = `o.require_passkey = false OR ${passkey}`
  return `((o.sso_policy <> 'required' AND (${isStrong}))
     OR ((${isStrong} OR ${acr} = '${trustedFederatedAcr}') AND ${signsIn(made, 'o.id')}))`
}

/**
 * SQL: the organization `o` does not require its own connection, or knows the person by one. A key acts without any sign-in:
 * whoever was never signed in by the organization's connection can't use one there.
 */
export const isKnownToConnection = (userId: string): string =>
  `(o.sso_policy <> 'required' OR EXISTS (SELECT 1 FROM external_identity e JOIN connection cn ON cn.id = e.connection_id
     WHERE e.user_id = ${userId} AND cn.organization_id = o.id AND cn.protocol = 'oidc' AND cn.state IN ('active', 'failing')))`
