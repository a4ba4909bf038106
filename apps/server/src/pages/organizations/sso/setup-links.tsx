import { ActForm, Confirmation, Menu } from '../../act-form.tsx'
import { Snippet } from '../../facts.tsx'
import { Field } from '../../layout.tsx'
import { Status } from '../../status.tsx'
import { type Column, type List, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../layout.tsx'

/** A set-up link as a list shows it. What opens it is never shown again. */
export interface ListedSetupLink {
  id: string
  email: string
  state: 'waiting' | 'opened' | 'used' | 'revoked' | 'expired'
  expiresAt: Date
  approvedDomain: string | null
}

export interface SetupLinksProps {
  frame: OrganizationFrame
  links: List<ListedSetupLink>
  /** What was typed. */
  values: { email: string; approvedDomain: string; approvedIssuer: string }
}

export const SetupLinks = ({ frame, links, values }: SetupLinksProps) => {
  const { sso, lists, console, email, federation } = frame.words
  const states = {
    ...sso.linkStates,
    used: federation.outcomes.done,
    revoked: console.registration.revoked,
    expired: console.impersonation.states.expired,
  }
  const kinds = { waiting: 'warning', opened: 'good', used: 'neutral', revoked: 'bad', expired: 'neutral' } as const
  const columns: Column<ListedSetupLink>[] = [
    { head: email.label, cell: (link) => <NameCell name={link.email} detail={link.approvedDomain} /> },
    { head: lists.state, width: 'narrow', cell: ({ state }) => <Status kind={kinds[state]}>{states[state]}</Status> },
    { head: lists.columns.validUntil, width: 'narrow', cell: ({ expiresAt }) => <Time frame={frame} at={expiresAt} /> },
  ]
  return (
    <section>
      <h2>{sso.links}</h2>
      <p>{sso.linksIntro}</p>
      {links.rows.length > 0 && (
        <Table
          frame={frame}
          {...links}
          label={sso.links}
          columns={columns}
          acts={(link) =>
            (link.state === 'waiting' || link.state === 'opened') && (
              <Menu label={lists.actions} about={link.email}>
                <Confirmation
                  action={organizationPath(frame, '/sso/links/revoke')}
                  fields={{ id: link.id }}
                  label={console.registration.revoke}
                  about={link.email}
                  question={sso.revokeLinkText}
                />
              </Menu>
            )
          }
        />
      )}
      <NewLink frame={frame} values={values} />
    </section>
  )
}

const NewLink = ({ frame, values }: Pick<SetupLinksProps, 'frame' | 'values'>) => {
  const { words, problems } = frame
  const { sso, org, federation } = words
  return (
    <ActForm action={organizationPath(frame, '/sso/links')} label={sso.makeLink}>
      <Field
        name="email"
        label={sso.linkAddress}
        type="email"
        value={values.email}
        maxlength={254}
        problem={problems.email}
        required
      />
      <details open={Boolean(problems.approved_domain || problems.approved_issuer || values.approvedDomain)}>
        <summary>{sso.approve}</summary>
        <Field
          name="approved_domain"
          label={org.domain}
          value={values.approvedDomain}
          maxlength={253}
          problem={problems.approved_domain}
        />
        <Field
          name="approved_issuer"
          label={federation.issuer}
          value={values.approvedIssuer}
          maxlength={500}
          class="technical"
          problem={problems.approved_issuer}
        />
      </details>
    </ActForm>
  )
}

/** A link, once: it is the answer to the POST that made it, and no address leads to it. */
export const MadeSetupLink = ({ frame, email, url }: { frame: OrganizationFrame; email: string; url: string }) => {
  const { sso, lists, org } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="sso" title={sso.links}>
      <p role="status">{sso.linkOnce({ address: email })}</p>
      <Snippet copy={lists} id="setup-link">
        {url}
      </Snippet>
      <p>
        <a href={organizationPath(frame, '/sso')}>{org.tabs.sso}</a>
      </p>
    </OrganizationLayout>
  )
}
