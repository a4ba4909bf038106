import { FieldValues, type ShownFields } from '../field-values.tsx'
import { type OrganizationFrame, OrganizationLayout } from './layout.tsx'

interface MemberFieldsPageProps extends ShownFields {
  frame: OrganizationFrame
  action: string
  member: string
}

/** What the organization keeps about a member. */
export const MemberFieldsPage = ({ frame, action, member, ...shown }: MemberFieldsPageProps) => (
  <OrganizationLayout frame={frame} tab="members" title={frame.words.fields.ofMember({ person: member })}>
    <FieldValues frame={frame} action={action} {...shown} />
  </OrganizationLayout>
)
