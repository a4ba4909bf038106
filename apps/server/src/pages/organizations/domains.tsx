import { Field, Form, Problem } from '../layout.tsx'
import { Action, type OrganizationFrame, OrganizationLayout, pathOf } from './layout.tsx'

interface DomainsPageProps {
  frame: OrganizationFrame
  domains: readonly {
    name: string
    verifiedAt: Date | null
    method: string | null
    joining: string
    recordName: string
    recordValue: string
    /** Where the record was not found: until when the domain still lets people in. */
    missing: Date | null
    /** It lets nobody in until the record is back. */
    lost: boolean
  }[]
  typed: string
  /** The domain to whose postmaster a code was mailed: where it is typed stands open. */
  mailed: string | null
}

export const DomainsPage = ({ frame, domains, typed, mailed }: DomainsPageProps) => {
  const { words } = frame
  const { org } = words
  return (
    <OrganizationLayout frame={frame} tab="domains">
      <p>{org.domainsIntro}</p>
      <Problem id="domains-problem" text={frame.problems.domain ?? frame.problems.joining ?? frame.problems.code} />
      {domains.map((domain) => (
        <section>
          <h2>
            {domain.name}{' '}
            {domain.verifiedAt && (
              <span class="tag">{domain.method === 'dns' ? org.verifiedDns : org.verifiedMail}</span>
            )}
          </h2>
          {domain.lost ? (
            <p class="problem">{words.manage.recordLost}</p>
          ) : (
            domain.missing && <p class="problem">{words.manage.recordMissing(frame.date(domain.missing))}</p>
          )}
          {(domain.method !== 'dns' || domain.missing) && (
            <>
              <p class="hint">{org.addRecord}</p>
              <p>
                <code>
                  {domain.recordName} TXT "{domain.recordValue}"
                </code>
              </p>
              <Action
                action={pathOf(frame, '/domains/check')}
                fields={{ domain: domain.name }}
                label={org.check}
                about={domain.name}
              />
            </>
          )}
          {!domain.verifiedAt && (
            <details open={mailed === domain.name}>
              <summary>{org.mailPostmaster}</summary>
              {mailed === domain.name && <p role="status">{words.manage.codeSent(`postmaster@${domain.name}`)}</p>}
              <Action
                action={pathOf(frame, '/domains/mail')}
                fields={{ domain: domain.name }}
                label={org.mailPostmaster}
                about={domain.name}
              />
              <form method="post" action={pathOf(frame, '/domains/confirm')} class="below">
                <input type="hidden" name="domain" value={domain.name} />
                <input
                  name="code"
                  inputmode="numeric"
                  autocomplete="off"
                  aria-label={words.code.label}
                  maxlength={14}
                />
                <button type="submit" class="secondary">
                  {words.me.confirm}
                </button>
              </form>
            </details>
          )}
          {domain.verifiedAt && (
            <Form action={pathOf(frame, '/domains/joining')}>
              <input type="hidden" name="domain" value={domain.name} />
              <div class="field">
                <label for={`joining-${domain.name}`}>{org.joining}</label>
                <select id={`joining-${domain.name}`} name="joining">
                  {(['off', 'suggest', 'automatic'] as const).map((mode) => (
                    <option value={mode} selected={domain.joining === mode}>
                      {org.joiningModes[mode]}
                    </option>
                  ))}
                </select>
              </div>
              <button type="submit" class="secondary">
                {words.me.save}
              </button>
            </Form>
          )}
          <div class="below">
            <Action
              action={pathOf(frame, '/domains/remove')}
              fields={{ domain: domain.name }}
              label={words.me.remove}
              about={domain.name}
              danger
            />
          </div>
        </section>
      ))}
      <h2>{org.addDomain}</h2>
      <Form action={pathOf(frame, '/domains')} submit={org.addDomain}>
        <Field name="domain" label={org.domain} value={typed} maxlength={253} required />
      </Form>
    </OrganizationLayout>
  )
}
