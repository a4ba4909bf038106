import type { Child } from 'hono/jsx'
import type { ScopeTexts } from '../oidc/scope-texts.ts'
import type { AccountFrame } from './account/layout.tsx'
import { ActForm, Confirmation, Menu } from './act-form.tsx'
import { ApiName, ScopeDescription, ScopeName } from './connected-applications.tsx'
import { Snippet } from './facts.tsx'
import { Select } from './fields.tsx'
import { Field, Problem, Technical } from './layout.tsx'
import { Status } from './status.tsx'
import { type Column, Lines, type List, NameCell, Table } from './table.tsx'
import { Time } from './time.tsx'

/** A key as a list shows it. */
export interface ShownApiKey {
  id: string
  /** What every key begins with, and this one: enough to know it by. */
  start: string
  name: string
  api: string
  scopes: readonly string[]
  texts: ScopeTexts
  /** Whose it is: an organization, or the person in it. */
  owner: string
  state: 'active' | 'revoked' | 'expired'
  /** Null: it has no end. */
  expiresAt: Date | null
  usedAt: Date | null
  /** The key before a rotation works until then. */
  oldUntil: Date | null
  mayRotate: boolean
  mayRevoke: boolean
}

interface ApiKeysProps {
  frame: AccountFrame
  keys: List<ShownApiKey>
  /** What the column of `owner` is called. */
  ownerHead: string
  empty: Child
  /** The path of the forms. */
  action: string
}

export const ApiKeyTable = ({ frame, keys, ownerHead, empty, action }: ApiKeysProps) => {
  const { lists, me, console, keys: words } = frame.words
  const states = {
    active: console.people.states.active,
    revoked: console.registration.revoked,
    expired: console.impersonation.states.expired,
  }
  const kinds = { active: 'good', revoked: 'bad', expired: 'neutral' } as const
  const columns: Column<ShownApiKey>[] = [
    {
      head: console.applications.name,
      cell: ({ name, start }) => <NameCell name={name} detail={<Technical>{start}…</Technical>} />,
    },
    {
      head: frame.words.agents.api,
      cell: ({ api, scopes, texts }) => (
        <Lines
          text={api}
          detail={scopes.map((name, index) => (
            <>
              {index > 0 && ' · '}
              <ScopeName frame={frame} texts={texts} name={name} />
            </>
          ))}
        />
      ),
    },
    { head: ownerHead, cell: ({ owner }) => owner && <bdi>{owner}</bdi> },
    { head: lists.state, width: 'narrow', cell: ({ state }) => <Status kind={kinds[state]}>{states[state]}</Status> },
    {
      head: lists.columns.lastUsed,
      width: 'narrow',
      cell: ({ usedAt }) => usedAt && <Time frame={frame} at={usedAt} />,
    },
    {
      head: lists.columns.validUntil,
      width: 'narrow',
      cell: ({ expiresAt }) => (expiresAt ? <Time frame={frame} at={expiresAt} /> : words.noEnd),
    },
  ]
  return (
    <Table
      frame={frame}
      {...keys}
      label={me.tabs.keys}
      empty={empty}
      columns={columns}
      acts={(key) =>
        key.state === 'active' &&
        (key.mayRevoke || key.mayRotate) && <KeyMenu frame={frame} action={action} apiKey={key} />
      }
    />
  )
}

const KeyMenu = ({ frame, action, apiKey }: Pick<ApiKeysProps, 'frame' | 'action'> & { apiKey: ShownApiKey }) => {
  const { lists, keys, console } = frame.words
  const { id, name, oldUntil, mayRotate, mayRevoke } = apiKey
  return (
    <Menu label={lists.actions} about={name}>
      {mayRotate && !oldUntil && (
        <Confirmation
          action={`${action}/rotate`}
          fields={{ id }}
          label={keys.rotate}
          about={name}
          question={keys.rotateText}
          look="secondary"
        />
      )}
      {oldUntil && <p class="hint">{keys.oldUntil({ date: frame.date(oldUntil) })}</p>}
      {mayRevoke && (
        <Confirmation
          action={`${action}/revoke`}
          fields={{ id }}
          label={console.registration.revoke}
          about={name}
          question={keys.revokeText}
        />
      )}
    </Menu>
  )
}

/** An API that keys are for. */
export interface KeyedApi {
  identifier: string
  name: string
  host: string
  scopes: readonly string[]
  texts: ScopeTexts
}

/** What was typed. */
export interface KeyValues {
  name: string
  days: string
  networks: string
  /** `<API> <scope>` of each box that was ticked. */
  chosen: readonly string[]
  organization: string
}

interface NewApiKeyProps {
  frame: AccountFrame
  action: string
  apis: readonly KeyedApi[]
  /** Where a person has several, the organizations that the key can act for. */
  organizations?: readonly { value: string; label: string }[]
  values: KeyValues
  problems: Partial<Record<string, string>>
  /** It may be a key without an end. */
  mayHaveNoEnd: boolean
}

export const NewApiKey = ({
  frame,
  action,
  apis,
  organizations = [],
  values,
  problems,
  mayHaveNoEnd,
}: NewApiKeyProps) => {
  const { keys, console } = frame.words
  return (
    <section>
      <h2>{keys.add}</h2>
      <ActForm action={action} label={keys.create} look="primary">
        <Field
          name="name"
          label={console.applications.name}
          value={values.name}
          maxlength={200}
          problem={problems.name}
          required
        />
        {organizations.length > 0 && (
          <Select
            name="organization"
            label={console.impersonation.organization}
            value={values.organization}
            choices={organizations}
            problem={problems.organization}
          />
        )}
        {apis.map((api) => (
          <ScopeChoice frame={frame} api={api} chosen={values.chosen} />
        ))}
        <Problem id="scope-problem" text={problems.scope ?? problems.resource} />
        <Field
          name="days"
          label={keys.days}
          value={values.days}
          inputmode="numeric"
          maxlength={3}
          problem={problems.days}
          {...(mayHaveNoEnd ? { hint: keys.noEndHint } : { required: true })}
        />
        <Field
          name="networks"
          label={keys.networks}
          hint={keys.networksHint}
          value={values.networks}
          maxlength={500}
          class="technical"
          problem={problems.networks}
        />
      </ActForm>
    </section>
  )
}

const ScopeChoice = ({ frame, api, chosen }: { frame: AccountFrame; api: KeyedApi; chosen: readonly string[] }) => (
  <fieldset>
    <legend>
      <ApiName {...api} />
    </legend>
    {api.scopes.map((name) => {
      const value = `${api.identifier} ${name}`
      return (
        <label class="choice">
          <input type="checkbox" name="scope" value={value} checked={chosen.includes(value)} />
          <span>
            <ScopeName frame={frame} texts={api.texts} name={name} />
            <ScopeDescription frame={frame} texts={api.texts} name={name} />
          </span>
        </label>
      )
    })}
  </fieldset>
)

interface NewKeyProps {
  frame: AccountFrame
  secret: string
  back: { href: string; label: string }
}

/** A key, once: it is the answer to the POST that made it, and no address leads to it. */
export const MadeApiKey = ({ frame, secret, back }: NewKeyProps) => (
  <>
    <p role="status">{frame.words.keys.once}</p>
    <Snippet copy={frame.words.lists} id="api-key">
      {secret}
    </Snippet>
    <p>
      <a href={back.href}>{back.label}</a>
    </p>
  </>
)
