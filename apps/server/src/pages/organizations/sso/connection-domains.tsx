import { ActForm, Confirmation, Menu } from '../../act-form.tsx'
import { Select } from '../../fields.tsx'
import { Problem } from '../../layout.tsx'
import { Status, Tag } from '../../status.tsx'
import { Row, Rows } from '../../table.tsx'
import { type OrganizationFrame, organizationPath } from '../layout.tsx'

export interface ConnectionDomainsProps {
  frame: OrganizationFrame
  connection: { id: string; replaces: string | null }
  attached: readonly { domain: string; enforced: boolean; proven: boolean }[]
  /** Proven by DNS, and attached to no connection. */
  free: readonly string[]
  isOwner: boolean
}

/** Whose people sign in by a connection. */
export const ConnectionDomains = ({ frame, connection, attached, free, isOwner }: ConnectionDomainsProps) => {
  const { sso, org, lists, me } = frame.words
  const { id } = connection
  return (
    <section>
      <h2>{org.tabs.domains}</h2>
      <Rows>
        {attached.map(({ domain, enforced, proven }) => (
          <Row
            title={
              <>
                <bdi>{domain}</bdi> {enforced && <Tag>{sso.policies.required}</Tag>}{' '}
                {!proven && <Status kind="bad">{org.notVerified}</Status>}
              </>
            }
          >
            {isOwner && connection.replaces === null && (
              <Menu label={lists.actions} about={domain}>
                <Confirmation
                  action={organizationPath(frame, '/sso/detach')}
                  fields={{ id, domain }}
                  label={me.remove}
                  about={domain}
                  question={sso.detachText}
                />
              </Menu>
            )}
          </Row>
        ))}
      </Rows>
      <Problem id="domain-problem" text={frame.problems.domain} />
      {isOwner && connection.replaces === null && <Attach frame={frame} id={id} free={free} />}
    </section>
  )
}

const Attach = ({ frame, id, free }: { frame: OrganizationFrame; id: string; free: readonly string[] }) => {
  const { sso, org } = frame.words
  if (free.length === 0)
    return (
      <p class="hint">
        {sso.attachHint} <a href={organizationPath(frame, '/domains')}>{org.tabs.domains}</a>
      </p>
    )
  return (
    <ActForm action={organizationPath(frame, '/sso/attach')} class="inline-form" fields={{ id }} label={sso.attach}>
      <Select name="domain" label={org.domain} choices={free.map((value) => ({ value, label: value }))} />
    </ActForm>
  )
}
