import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Operation } from './rules.ts'

/** What someone must be allowed to do in an organization to change it, by the action that the audit log tells of. */
export const permissions = {
  'organization.updated': 'manage-settings',
  'organization.deleted': 'own',
  'organization.restored': 'own',
  'organization.transferred': 'own',
  'organization.approved': 'own',
  'organization.approval_withdrawn': 'own',
  'organization.terms_drafted': 'manage-settings',
  'organization.terms_published': 'manage-settings',
  'organization.terms_withdrawn': 'manage-settings',
  'organization.fields_changed': 'manage-settings',
  'member.added': 'own',
  'member.roles_changed': 'manage-members',
  // Everybody may leave; removing others depends on the roles of both (removeMember).
  'member.removed': 'see',
  // Who writes a field decides (flows/platform/fields/field-values.ts): some are for their member.
  'member.fields_changed': 'see',
  'join_request.approved': 'manage-members',
  'join_request.declined': 'manage-members',
  'invitation.created': 'manage-members',
  'invitation.resent': 'manage-members',
  'invitation.revoked': 'manage-members',
  'team.created': 'make-teams',
  'team.updated': 'manage-teams',
  'team.deleted': 'manage-teams',
  'team.member_added': 'manage-teams',
  // Everybody may leave a team; removeTeamMember checks who may remove others.
  'team.member_removed': 'see',
  // Nobody gives what they do not hold (flows/organizations/roles/giving.ts).
  'team.roles_changed': 'manage-members',
  'role.created': 'manage-members',
  'role.updated': 'manage-members',
  'role.deleted': 'manage-members',
  'domain.added': 'manage-domains',
  'domain.verified': 'manage-domains',
  'domain.updated': 'manage-domains',
  'domain.removed': 'manage-domains',
  'organization.application_policy_changed': 'manage-applications',
  'organization.application_rule_changed': 'manage-applications',
  // Everybody may end their own connections; endConnection checks who may end those of others.
  'client.disconnected': 'see',
  // Whose key it is, and what the organization's policy says, decides (flows/api-keys/api-keys.ts).
  'api_key.created': 'see',
  'api_key.rotated': 'see',
  'api_key.revoked': 'see',
  'api_key.policy_changed': 'own',
  // Whoever decides at which identity provider people sign in could sign in as any of them.
  'connection.created': 'own',
  'connection.updated': 'own',
  'connection.tested': 'own',
  'connection.activated': 'own',
  'connection.disabled': 'own',
  'connection.removed': 'own',
  'sso.enforced': 'own',
  'sso.relaxed': 'own',
  'organization.issuer_trusted': 'own',
  'organization.issuer_changed': 'own',
  'organization.issuer_disabled': 'own',
  'organization.issuer_removed': 'own',
  'setup_link.created': 'own',
  'setup_link.revoked': 'own',
  // Whoever writes the members could let anybody in, and end anybody's access.
  'directory.opened': 'own',
  'directory.updated': 'own',
  'directory.paused': 'own',
  'directory.resumed': 'own',
  'directory.closed': 'own',
  'directory.token_created': 'own',
  'directory.token_revoked': 'own',
  'directory.mapping_added': 'own',
  'directory.mapping_removed': 'own',
  'theme.updated': 'own',
  'theme.published': 'own',
  // The account of a member that the organization manages (flows/account/managed-accounts.ts).
  'user.sign_in_reset': 'own',
  'recovery.shortened': 'own',
} as const satisfies Partial<Record<ChangeAction, Operation>>

/** A change that asks for a permission in the organization. */
export type OrganizationAction = keyof typeof permissions
