import { ActForm, Confirmation, Menu } from '../act-form.tsx'
import { Field, Form } from '../layout.tsx'
import { Tag } from '../status.tsx'
import { NameCell, Table } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'
import { RecoveryNote, type RecoveryTimes } from './recovery-note.tsx'

interface AddressRow {
  address: string
  primary: boolean
  /** Identity providers that sign in to the account whether it has the address or not. */
  linkedBy: readonly string[]
}

interface AddressesPageProps {
  frame: AccountFrame
  addresses: readonly AddressRow[]
  /** The undoing of a change that waits. */
  waiting: RecoveryTimes | null
  /** What was typed into a form that was refused. */
  typed: string
  problem?: string
}

export const AddressesPage = ({ frame, addresses, waiting, typed, problem }: AddressesPageProps) => {
  const { words, base } = frame
  const labels = words.me.addresses
  return (
    <AccountLayout frame={frame} tab="addresses" guarded>
      <p>{labels.intro}</p>
      {waiting && <RecoveryNote words={words} base={base} date={frame.date} recovery={waiting} />}
      <Table
        frame={frame}
        rows={addresses}
        label={words.me.tabs.addresses}
        columns={[
          {
            head: words.email.label,
            cell: ({ address, primary }) => (
              <NameCell name={address} icon="mail">
                {primary && <Tag>{labels.primary}</Tag>}
              </NameCell>
            ),
          },
        ]}
        acts={(row) => !row.primary && frame.recent && <AddressActions frame={frame} {...row} />}
      />
      {frame.recent && (
        <Form action={`${base}/account/addresses`} submit={labels.add}>
          <Field
            name="email"
            type="email"
            label={words.email.label}
            value={typed}
            autocomplete="email"
            inputmode="email"
            maxlength={254}
            required
            problem={problem}
          />
        </Form>
      )}
    </AccountLayout>
  )
}

const AddressActions = ({ frame, address, linkedBy }: AddressRow & { frame: AccountFrame }) => {
  const { words, base } = frame
  return (
    <Menu label={words.lists.actions} about={address}>
      <ActForm
        action={`${base}/account/addresses/primary`}
        fields={{ address }}
        label={words.me.addresses.makePrimary}
      />
      <Confirmation
        action={`${base}/account/addresses/remove`}
        fields={{ address }}
        label={words.me.remove}
        about={address}
        question={[
          words.recovery.removeAddress({ address }),
          ...linkedBy.map((name) => words.me.identities.stays({ name })),
        ].join(' ')}
      />
    </Menu>
  )
}
