import { raw } from 'hono/html'
import { ActForm } from '../act-form.tsx'
import { Status } from '../status.tsx'
import { joinParts, type List, PersonCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { Toolbar } from '../toolbar.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface Acceptance {
  userId: string
  name: string
  address: string
  acceptedAt: Date
}

interface TermsVersionPageProps {
  frame: OrganizationFrame
  terms: { version: number; publishedAt: Date; withdrawnAt: Date | null }
  inForce: boolean
  /** The text, rendered as that of strangers. */
  html: string
  /** When the person who views the page accepted it. */
  accepted: Date | null
  /** Who accepted it; null for those who don't manage members. */
  acceptances: List<Acceptance> | null
  query: string
}

export const NoTermsPage = ({ frame }: { frame: OrganizationFrame }) => (
  <OrganizationLayout frame={frame} tab="terms">
    <p>{frame.words.org.terms.none}</p>
  </OrganizationLayout>
)

/** A version of the terms of an organization: its text, and who accepted it. */
export const TermsVersionPage = (props: TermsVersionPageProps) => {
  const { frame, terms, inForce, html, accepted } = props
  const { org } = frame.words
  const theme = frame.words.console.themes
  return (
    <OrganizationLayout frame={frame} tab="terms">
      <h2>
        {frame.words.termsStep.version({ version: String(terms.version) })}{' '}
        {inForce && <Status kind="good">{theme.current}</Status>}
      </h2>
      <p class="hint">
        {joinParts(
          org.terms.published({ date: frame.date(terms.publishedAt) }),
          terms.withdrawnAt && org.terms.withdrawn({ date: frame.date(terms.withdrawnAt) }),
          accepted && org.terms.acceptedByYou({ date: frame.date(accepted) }),
        )}
      </p>
      <section class="prose scrolling" dir="auto" tabindex={0} aria-label={frame.words.terms}>
        {raw(html)}
      </section>
      <Acceptances {...props} />
    </OrganizationLayout>
  )
}

const Acceptances = ({ frame, terms, acceptances, query }: TermsVersionPageProps) => {
  if (!acceptances) return null
  const { org, manage, lists } = frame.words
  const fields = { version: String(terms.version) }
  return (
    <>
      <h2>{org.terms.acceptedBy}</h2>
      <Toolbar
        frame={frame}
        address={organizationPath(frame, '/terms')}
        label={manage.search}
        query={query}
        hidden={fields}
      />
      <div class="toolbar-links">
        <ActForm action={organizationPath(frame, '/terms/export')} fields={fields} label={lists.download} />
      </div>
      <Table
        frame={frame}
        {...acceptances}
        empty={org.terms.nobody}
        searched={query}
        label={org.terms.acceptedBy}
        columns={[
          { head: org.terms.acceptedBy, width: 'wide', cell: (person) => <PersonCell frame={frame} {...person} /> },
          {
            head: lists.columns.time,
            width: 'narrow',
            cell: ({ acceptedAt }) => <Time frame={frame} at={acceptedAt} />,
          },
        ]}
      />
    </>
  )
}
