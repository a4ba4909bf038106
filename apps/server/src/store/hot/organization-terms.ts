import { type SqlStore, time, timeOrNull } from '../connections/sql.ts'
import type { MembershipRow, OrganizationTermsRow } from '../generated/rows.ts'

/** Terms in force that a member has not accepted. */
export interface UnacceptedTerms {
  organizationId: string
  version: number
  /** Until then, those who were members before may put them off. */
  graceUntil: Date | null
  publishedAt: Date
  memberSince: Date
  postponedAt: Date | null
}

type UnacceptedTermsRow = Pick<OrganizationTermsRow, 'organization_id' | 'version' | 'grace_until' | 'published_at'> &
  Pick<MembershipRow, 'created_at' | 'terms_postponed_at'>

/** The terms of a person's organizations that they have not accepted. */
export async function findUnacceptedTerms({ sql }: SqlStore, userId: string): Promise<UnacceptedTerms[]> {
  const rows = await sql.read<UnacceptedTermsRow>(
    `SELECT t.organization_id, t.version, t.grace_until, t.published_at, m.created_at, m.terms_postponed_at
     FROM membership m JOIN organization o ON o.id = m.organization_id
     JOIN organization_terms t ON t.organization_id = o.id AND t.version = o.terms_version
     WHERE m.user_id = $1 AND NOT EXISTS (SELECT 1 FROM organization_terms_acceptance a
       WHERE a.organization_id = t.organization_id AND a.version = t.version AND a.user_id = m.user_id)`,
    [userId],
  )
  return rows.map((row) => ({
    organizationId: row.organization_id,
    version: Number(row.version),
    graceUntil: timeOrNull(row.grace_until),
    publishedAt: time(row.published_at),
    memberSince: time(row.created_at),
    postponedAt: timeOrNull(row.terms_postponed_at),
  }))
}
