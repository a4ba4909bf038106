/**
 * SQL that says that nothing issued at a time was revoked since: for one client, or for all of them ('' names no client).
 * A mark that lies in the future counts for nothing: the clock was set back, and people have to sign in meanwhile.
 */
export const notRevoked = (of: {
  userId: string
  clientId: string
  sessionId: string
  issuedAt: string
  now: string
}): string =>
  `NOT EXISTS (SELECT 1 FROM revocation v WHERE v.user_id = ${of.userId} AND v.client_id IN ('', ${of.clientId})
     AND v.revoked_at BETWEEN ${of.issuedAt} AND ${of.now} AND v.kept_session_id <> ${of.sessionId})`
