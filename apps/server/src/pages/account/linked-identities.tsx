import { Confirmation, Menu } from '../act-form.tsx'
import { joinParts, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import type { AccountFrame } from './layout.tsx'

/** Where a person may sign in besides this server. */
export interface LinkedIdentityRow {
  id: string
  name: string
  organization: string | null
  email: string | null
  linkedAt: Date
  seenAt: Date
}

/** Who the person is at identity providers, and how to remove that. Nothing if there is none. */
export const LinkedIdentities = ({
  frame,
  identities,
}: {
  frame: AccountFrame
  identities: readonly LinkedIdentityRow[]
}) => {
  const { words, base } = frame
  if (identities.length === 0) return null
  return (
    <>
      <h2>{words.me.identities.title}</h2>
      <Table
        frame={frame}
        rows={identities}
        label={words.me.identities.title}
        columns={[
          {
            head: words.console.applications.name,
            width: 'wide',
            cell: ({ name, organization, email }) => (
              <NameCell name={name} icon="signIn" detail={joinParts(organization ?? '', email ?? '') || null} />
            ),
          },
          { head: words.lists.created, cell: ({ linkedAt }) => <Time frame={frame} at={linkedAt} /> },
          { head: words.email.lastUsed, cell: ({ seenAt }) => <Time frame={frame} at={seenAt} /> },
        ]}
        acts={
          frame.recent
            ? ({ id, name }) => (
                <Menu label={words.lists.actions} about={name}>
                  <Confirmation
                    action={`${base}/account/passkeys/unlink`}
                    fields={{ id }}
                    label={words.me.remove}
                    about={name}
                    question={words.me.identities.question({ name })}
                  />
                </Menu>
              )
            : undefined
        }
      />
    </>
  )
}
