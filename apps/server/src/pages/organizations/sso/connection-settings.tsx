import type { ConnectionSettings } from '../../../oidc/federation/connection.ts'
import { ActForm, Menu } from '../../act-form.tsx'
import { Checkbox, type Choice, Select } from '../../fields.tsx'
import { Field } from '../../layout.tsx'
import { type Column, Table } from '../../table.tsx'
import { type OrganizationFrame, organizationPath } from '../layout.tsx'

interface SettingsProps {
  frame: OrganizationFrame
  connection: { id: string; version: number; settings: ConnectionSettings }
  /** What can be given to members, without the role owner. */
  roles: readonly Choice[]
}

/** What is chosen of a connection beside whom it trusts. */
export const ConnectionSettingsForm = ({ frame, connection, roles }: SettingsProps) => {
  const { sso, me, org, console } = frame.words
  const { id, version, settings } = connection
  return (
    <section>
      <h2>{org.tabs.settings}</h2>
      <ActForm
        action={organizationPath(frame, '/sso/settings')}
        fields={{ id, version: String(version) }}
        label={me.save}
      >
        <Checkbox name="jit" label={sso.jit} checked={settings.jit} hint={sso.jitHint} />
        <Select
          name="default_role"
          label={org.role}
          value={settings.defaultRole}
          choices={roles}
          problem={frame.problems.default_role}
        />
        <Checkbox name="trust_mfa" label={sso.trustMfa} checked={settings.trustMfa} />
        <Checkbox name="sign_out_upstream" label={sso.signOut} checked={settings.signOutUpstream} />
        <Field
          name="groups_claim"
          label={sso.groupsClaim}
          value={settings.groupsClaim ?? ''}
          maxlength={100}
          class="technical"
          problem={frame.problems.groups_claim}
        />
        <Field
          name="extra_scopes"
          label={console.applications.scopes}
          value={settings.extraScopes.join(' ')}
          maxlength={500}
          class="technical"
          problem={frame.problems.extra_scopes}
        />
        <Checkbox name="allow_owner" label={sso.allowOwner} checked={settings.allowOwner} />
      </ActForm>
    </section>
  )
}

interface ShownMapping {
  id: string
  value: string
  /** The name of the role or the team. */
  gives: string
}

export interface GroupsProps {
  frame: OrganizationFrame
  connection: { id: string; settings: ConnectionSettings }
  roles: readonly Choice[]
  mappings: readonly ShownMapping[]
  /** Everything that a group can give. */
  gives: readonly Choice[]
  isOwner: boolean
}

/** What groups of the identity provider give. */
export const Groups = ({ frame, connection, mappings, gives, isOwner }: GroupsProps) => {
  const { sso, me, org } = frame.words
  const { id } = connection
  const columns: Column<ShownMapping>[] = [
    { head: sso.groups, cell: ({ value }) => <bdi class="technical">{value}</bdi> },
    { head: org.role, cell: ({ gives: given }) => <bdi>{given}</bdi> },
  ]
  return (
    <section>
      <h2>{sso.groups}</h2>
      <p>{sso.groupsIntro}</p>
      <Table
        frame={frame}
        rows={mappings}
        columns={columns}
        label={sso.groups}
        acts={(mapping) =>
          isOwner && (
            <Menu label={frame.words.lists.actions} about={mapping.value}>
              <ActForm
                action={organizationPath(frame, '/sso/groups/remove')}
                fields={{ id, mapping: mapping.id }}
                label={me.remove}
                about={mapping.value}
              />
            </Menu>
          )
        }
      />
      {isOwner && (
        <ActForm action={organizationPath(frame, '/sso/groups')} fields={{ id }} label={me.save}>
          <Field
            name="value"
            label={sso.groups}
            maxlength={200}
            class="technical"
            problem={frame.problems.value}
            required
          />
          <Select name="gives" label={org.role} choices={gives} problem={frame.problems.role} />
        </ActForm>
      )}
    </section>
  )
}
