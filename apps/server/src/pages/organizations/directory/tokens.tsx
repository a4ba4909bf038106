import { ActForm, Confirmation, Menu } from '../../act-form.tsx'
import { MadeToken } from '../../federation/setup-directory.tsx'
import { Problem, Technical } from '../../layout.tsx'
import { type Column, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../layout.tsx'

/** A token as a list shows it, by how it begins. */
export interface ShownToken {
  id: string
  prefix: string
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

/** As many are valid at once: the one in use, and the one that takes its place. */
const mostTokens = 2

interface TokensProps {
  frame: OrganizationFrame
  tokens: readonly ShownToken[]
  isOwner: boolean
}

export const DirectoryTokens = ({ frame, tokens, isOwner }: TokensProps) => {
  const { directory, lists } = frame.words
  const columns: Column<ShownToken>[] = [
    { head: lists.id, cell: ({ prefix }) => <Technical>{prefix}…</Technical> },
    { head: lists.created, width: 'narrow', cell: ({ createdAt }) => <Time frame={frame} at={createdAt} /> },
    {
      head: lists.columns.lastUsed,
      width: 'narrow',
      cell: ({ lastUsedAt }) => lastUsedAt && <Time frame={frame} at={lastUsedAt} />,
    },
    { head: lists.columns.validUntil, width: 'narrow', cell: ({ expiresAt }) => <Time frame={frame} at={expiresAt} /> },
  ]
  return (
    <section>
      <h2>{directory.tokens}</h2>
      <p>{directory.tokensHint}</p>
      <Table
        frame={frame}
        rows={tokens}
        label={directory.tokens}
        columns={columns}
        acts={(token) => isOwner && <TokenMenu frame={frame} token={token} />}
      />
      {isOwner && tokens.length < mostTokens && (
        <ActForm
          action={organizationPath(frame, '/directory/tokens')}
          label={directory.makeToken}
          look={tokens.length === 0 ? 'primary' : 'secondary'}
        />
      )}
      <Problem id="token-problem" text={frame.problems.token} />
    </section>
  )
}

const TokenMenu = ({ frame, token: { id, prefix } }: { frame: OrganizationFrame; token: ShownToken }) => {
  const { directory, lists, console } = frame.words
  return (
    <Menu label={lists.actions} about={prefix}>
      <Confirmation
        action={organizationPath(frame, '/directory/tokens/revoke')}
        fields={{ id }}
        label={console.registration.revoke}
        about={prefix}
        question={directory.revokeTokenText}
      />
    </Menu>
  )
}

interface MadeTokenProps {
  frame: OrganizationFrame
  token: string
  baseUrl: string
}

export const DirectoryTokenPage = ({ frame, ...made }: MadeTokenProps) => (
  <OrganizationLayout frame={frame} tab="directory" title={frame.words.directory.tokens}>
    <MadeToken
      frame={frame}
      {...made}
      back={{ href: organizationPath(frame, '/directory'), label: frame.words.org.tabs.directory }}
    />
  </OrganizationLayout>
)
